import { Interruption } from '../src/story/interruption.ts';
import { runCommand } from '../src/story/run-command.ts';
import type { DemoEnd } from './demo-process.ts';

/** Runs the demo in this process, as `main` does; for tests that ask what it does rather than how it starts and ends. */
export function demoHere(state: string, args: readonly string[]): Promise<DemoEnd> {
  return demoUntil(state, args, null);
}

/** The same, stopped as by Ctrl-C once it has printed this. */
export async function demoUntil(
  state: string,
  args: readonly string[],
  wanted: string | null,
): Promise<DemoEnd> {
  const stop = new AbortController();
  let output = '';
  let errors = '';
  const terminal = {
    write: (text: string) => {
      output += text;
      if (wanted !== null && output.includes(wanted)) stop.abort(new Interruption('SIGINT'));
    },
    colors: false,
    columns: null,
    interactive: false,
  };
  const code = await runCommand(['--state', state, ...args], terminal, stop.signal, (text) => {
    errors += text;
  });
  return { code, signal: null, output, errors };
}
