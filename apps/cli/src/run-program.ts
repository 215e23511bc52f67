import { CommanderError } from 'commander';
import { explainFault } from './explain-fault.ts';
import { createProgram, type ProgramEnvironment } from './program.ts';

export { createProgram } from './program.ts';

/**
 * Runs one command line to its end, and tells a fault in one sentence (with `--json`, as one JSON value).
 *
 * @returns the exit code
 */
export async function runProgram(args: readonly string[], surroundings: ProgramEnvironment): Promise<number> {
  try {
    await createProgram({ ...surroundings, args }).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    // A command without its subcommand: its help is the answer, and has been printed.
    if (error instanceof CommanderError && error.code === 'commander.help') return 2;
    const { code, message, exitCode } = explainFault(error);
    const text = wantsJson(args, surroundings)
      ? JSON.stringify({ error: { code, message } })
      : `cux: ${message}`;
    surroundings.writeError(`${text}\n`);
    return exitCode;
  }
}

/** Also where the line was not understood, and its options were never read. */
function wantsJson(args: readonly string[], { environment }: ProgramEnvironment): boolean {
  return args.includes('--json') || environment.CUX_JSON === 'true' || environment.CUX_JSON === '1';
}
