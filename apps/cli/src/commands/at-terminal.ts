import { CliFault } from '../cli-fault.ts';
import type { Output } from '../output.ts';

/** Refuses what only a person may do, where nobody can be asked. That a pseudo-terminal can be faked is a known limit. */
export function requirePerson(interactive: boolean, output: Output, command: string): void {
  if (interactive && !output.json) return;
  throw new CliFault(
    'needs_a_person',
    `This is a person's to say: run "${command}" ${atTerminal(interactive, output)}.`,
  );
}

/** What keeps a person from being asked here, and only that, as an instruction: `at a terminal, without --json`. */
export function atTerminal(interactive: boolean, { json }: Output): string {
  if (!json) return 'at a terminal';
  return interactive ? 'without --json' : 'at a terminal, without --json';
}
