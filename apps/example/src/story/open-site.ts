import { setTimeout as delay } from 'node:timers/promises';
import { askPassword } from './ask.ts';
import { DemoFault } from './demo-fault.ts';
import type { DemoSite } from './demo-site.ts';
import type { Narrator } from './narrator.ts';
import { newsroomSite } from './newsroom-site.ts';
import type { DemoOptions } from './options.ts';
import type { StateFolder } from './state-folder.ts';
import type { Terminal } from './terminal.ts';
import { wordpressSite } from './wordpress-site.ts';

export interface SiteSurroundings {
  readonly state: StateFolder;
  readonly narrator: Narrator;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** The port that the site had last; 0 when it never ran. */
  readonly lastPort: number;
  /** The plans and the approval of unfinished work name the site by its address, so it has to stay. */
  readonly mustKeepPort: boolean;
}

/** Starts the site on the port that was asked for, else on its last one, else on any free one. */
export async function openSite(options: DemoOptions, surroundings: SiteSurroundings): Promise<DemoSite> {
  const { lastPort, mustKeepPort, signal } = surroundings;
  if (mustKeepPort && options.port !== null && options.port !== lastPort) {
    throw new DemoFault(
      'port_taken',
      `Unfinished work names port ${lastPort}: run once without --port to finish it, or begin anew with --fresh.`,
    );
  }
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    try {
      return await startOn(options.port ?? lastPort, options, surroundings);
    } catch (error) {
      if (!DemoFault.isInstance(error) || error.code !== 'port_taken' || options.port !== null) throw error;
      if (!mustKeepPort) return startOn(0, options, surroundings);
      if (tries === maximumTries) throw portTaken(lastPort);
      await delay(betweenTries);
    }
  }
}

/** The site of a demo that was just killed needs a moment to see it and let go of the port. */
const maximumTries = 50;
const betweenTries = 100;

function portTaken(port: number): DemoFault {
  return new DemoFault(
    'port_taken',
    `Port ${port} is taken, and unfinished work names it: end what uses it and run again; nothing is lost.`,
  );
}

function startOn(port: number, options: DemoOptions, surroundings: SiteSurroundings): Promise<DemoSite> {
  const { state, narrator, terminal, signal } = surroundings;
  if (options.site === 'newsroom') return newsroomSite(state, port, options.modal);
  const ask =
    terminal.interactive && options.decide === null
      ? (account: string, hint: string) => askPassword(account, hint, signal)
      : null;
  return wordpressSite(state, port, (line) => narrator.line(line), ask, signal);
}
