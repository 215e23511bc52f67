import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { packageFile } from '../disk/package-files.ts';
import { DemoFault } from '../story/demo-fault.ts';
import { documentRoot, setOrigin } from './install-wordpress.ts';
import type { PhpSettings } from './php-message.ts';

export interface RunningWordPress {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  readonly port: number;
  /** Ends PHP and all of its workers; safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Serves an installed site with PHP's development server, until `stop` or the end of this process.
 *
 * @param port 0 takes any free port
 */
export async function startWordPress(
  directory: string,
  php: string,
  port: number,
  signal: AbortSignal,
): Promise<RunningWordPress> {
  const chosen = await freePort(port);
  setOrigin(directory, `http://127.0.0.1:${chosen}`);
  const logFile = join(directory, 'php.log');
  return startPhp(documentRoot(directory), logFile, { php, port: chosen, ready: '/wp-login.php', signal });
}

/**
 * Serves a folder with PHP's development server, and answers once the page `ready` is there.
 *
 * @param options.port 0 takes any free port
 */
export async function startPhp(
  folder: string,
  logFile: string,
  options: {
    readonly php: string;
    readonly port: number;
    readonly ready: string;
    readonly signal: AbortSignal;
  },
): Promise<RunningWordPress> {
  const { php, ready, signal } = options;
  const chosen = await freePort(options.port);
  const origin = `http://127.0.0.1:${chosen}`;
  const settings: PhpSettings = { php, port: chosen, documentRoot: folder, logFile };
  const watchdog = fork(packageFile('dist', 'php-watchdog.js'), [JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  const ended = once(watchdog, 'exit');
  const stop = async (): Promise<void> => {
    if (watchdog.connected) watchdog.disconnect();
    await ended;
  };
  let gone = false;
  watchdog.on('message', (message) => {
    gone ||= typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'ended';
  });
  watchdog.once('exit', () => {
    gone = true;
  });
  while (!(await answers(`${origin}${ready}`))) {
    if (gone) {
      await stop();
      throw new DemoFault(
        'site_failed',
        `PHP's server ended at once; what it said is in ${settings.logFile}.`,
      );
    }
    if (signal.aborted) {
      await stop();
      throw signal.reason;
    }
    await delay(50);
  }
  return { origin, port: chosen, stop };
}

async function answers(page: string): Promise<boolean> {
  try {
    return (await fetch(page)).ok;
  } catch {
    return false;
  }
}

/** PHP takes no port 0, and says too little about a taken one. */
async function freePort(port: number): Promise<number> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
    const address = probe.address();
    return address !== null && typeof address === 'object' ? address.port : port;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new DemoFault(
      'port_taken',
      `Port ${port} on 127.0.0.1 is taken: end what uses it, or name another with --port.`,
    );
  } finally {
    await new Promise<void>((resolve) => probe.close(() => resolve()));
  }
}
