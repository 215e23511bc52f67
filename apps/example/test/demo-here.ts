import { runCommand } from '../src/story/run-command.ts';
import type { DemoEnd } from './demo-process.ts';

/** Runs the demo in this process, as `main` does; for tests that ask what it does rather than how it starts and ends. */
export async function demoHere(state: string, args: readonly string[]): Promise<DemoEnd> {
  let output = '';
  let errors = '';
  const terminal = {
    write: (text: string) => {
      output += text;
    },
    colors: false,
    columns: null,
    interactive: false,
  };
  const code = await runCommand(
    ['--state', state, ...args],
    terminal,
    new AbortController().signal,
    (text) => {
      errors += text;
    },
  );
  return { code, signal: null, output, errors };
}
