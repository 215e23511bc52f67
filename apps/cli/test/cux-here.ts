import { runProgram } from '../src/run-program.ts';
import type { CuxEnd } from './run-cux.ts';

/** Runs the command in this process, as `main` does; for tests that ask what it does rather than how it starts. */
export async function cuxHere(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
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
    interactive: false,
  });
  return { code, output, errors };
}
