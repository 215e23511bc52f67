import { optionsTakenByNpm, takenByNpm } from '@cux/runtime';
import { type Command, CommanderError } from 'commander';
import { CliFault } from './cli-fault.ts';
import { explainFault } from './explain-fault.ts';
import type { Interruption } from './interruption.ts';
import { calledAs, callingOf, withCalling } from './next-command.ts';
import { namedOptions } from './options/option-names.ts';
import { createProgram, type ProgramEnvironment } from './program.ts';

export { createProgram } from './program.ts';

/**
 * Runs one command line to its end, and tells a fault in one sentence (with `--json`, as one JSON value).
 *
 * @returns the exit code
 */
export async function runProgram(args: readonly string[], surroundings: ProgramEnvironment): Promise<number> {
  const as = callingOf(surroundings.environment);
  surroundings.interruption?.within(as);
  try {
    await calledAs(as, () => {
      const program = createProgram({ ...surroundings, args });
      requireOwnOptions(program, args, surroundings);
      return program.parseAsync(args, { from: 'user' });
    });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    // A command without its subcommand: its help is the answer, and has been printed.
    if (error instanceof CommanderError && error.code === 'commander.help') return 2;
    const { code, message, exitCode } = explainFault(error);
    // A refusal is the command's own last word, and knows where the work stands.
    const left = CliFault.isInstance(error) ? null : (surroundings.interruption?.whatMayHaveLeft() ?? null);
    const whole = left === null ? message : `${message} ${left[0]?.toUpperCase()}${left.slice(1)}`;
    tellFault(args, surroundings, { code, message: withCalling(whole, as) });
    return exitCode;
  }
}

/** What npm has taken never reaches this process: on another state than was meant nothing is done. How it answers is only told. */
function requireOwnOptions(
  program: Command,
  args: readonly string[],
  { environment, writeError }: ProgramEnvironment,
): void {
  const options = namedOptions(program).map(({ option }) => option.long ?? '');
  const taken = optionsTakenByNpm({ script: 'cux', options, args, environment });
  if (taken.length === 0) return;
  if (taken.some((option) => option !== '--json')) throw new CliFault('usage', takenByNpm('cux', taken));
  writeError(`cux: ${takenByNpm('cux', taken)}\n`);
}

/** Tells whoever pressed Ctrl-C what it has cut off; whoever calls this then ends the process with the answer. */
export function tellInterruption(
  args: readonly string[],
  surroundings: ProgramEnvironment & { readonly interruption: Interruption },
): number {
  // What moved there has hidden the cursor, and the line is not over.
  if (surroundings.progress === true) surroundings.writeError('\u001b[?25h\n');
  tellFault(args, surroundings, { code: 'interrupted', message: surroundings.interruption.message() });
  return 130;
}

function tellFault(
  args: readonly string[],
  surroundings: ProgramEnvironment,
  error: { readonly code: string; readonly message: string },
): void {
  const text = wantsJson(args, surroundings) ? JSON.stringify({ error }) : `cux: ${error.message}`;
  surroundings.writeError(`${text}\n`);
}

/** Also where the line was not understood, and its options were never read. */
function wantsJson(args: readonly string[], { environment }: ProgramEnvironment): boolean {
  return args.includes('--json') || environment.CUX_JSON === 'true' || environment.CUX_JSON === '1';
}
