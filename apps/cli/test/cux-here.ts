import { runProgram } from '../src/run-program.ts';
import type { CuxEnd } from './run-cux.ts';

/** Runs the command in this process, as `main` does; for tests that ask what it does rather than how it starts. */
export async function cuxHere(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  /** What a person at the terminal says to every question; nobody is there when left out. */
  says?: boolean,
): Promise<CuxEnd> {
  let output = '';
  let errors = '';
  const code = await runProgram(args, {
    write: (text) => {
      output += text;
    },
    writeError: (text) => {
      errors += text;
    },
    environment,
    interactive: says !== undefined,
    person: {
      decision: async () => (says === true ? 'approve' : 'reject'),
      outcome: async () => (says === true ? 'happened' : 'not_happened'),
      whether: async () => says === true,
      secret: async () => '',
    },
  });
  return { code, output, errors };
}
