import { CommanderError } from 'commander';
import { explainFault } from '../src/explain-fault.ts';
import { createProgram } from '../src/program.ts';
import type { CuxEnd } from './run-cux.ts';

/** Runs the command in this process, as `main` does; for tests that ask what it does rather than how it starts. */
export async function cuxHere(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CuxEnd> {
  let output = '';
  let errors = '';
  const program = createProgram({
    write: (text) => {
      output += text;
    },
    writeError: (text) => {
      errors += text;
    },
    environment,
    interactive: false,
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return { code: 0, output, errors };
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return { code: 0, output, errors };
    const { code, message, exitCode } = explainFault(error);
    return { code: exitCode, output, errors: `${errors}${JSON.stringify({ error: { code, message } })}` };
  }
}
