import { pathToFileURL } from 'node:url';
import { cuxFile } from './cux-file.ts';

export interface CuxEnd {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** What the person at the terminal says to a question; null where nobody is there. */
export type Says = 'approve' | 'reject' | null;

interface CuxModule {
  runProgram(args: readonly string[], surroundings: unknown): Promise<number>;
  createProgram(surroundings: unknown): CommandLike;
}

export interface CommandLike {
  readonly commands: readonly (CommandLike & { readonly name: () => string; readonly _hidden?: boolean })[];
}

/** The built command, to be run within this process: for tests that ask what it does rather than how it starts. */
export async function loadCux(): Promise<CuxModule> {
  return import(pathToFileURL(cuxFile('dist', 'run-program.js')).href);
}

/** Runs one command line; whoever sits at the terminal is the test, since no option of the command answers for anybody. */
export async function cuxHere(
  { runProgram }: Pick<CuxModule, 'runProgram'>,
  words: readonly string[],
  says: Says = null,
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<CuxEnd> {
  let output = '';
  let errors = '';
  const code = await runProgram(words, {
    write: (text: string) => {
      output += text;
    },
    writeError: (text: string) => {
      errors += text;
    },
    environment: { PATH: process.env.PATH, ...environment },
    interactive: says !== null,
    person: {
      decision: async () => says,
      outcome: async () => (says === 'approve' ? 'happened' : says === 'reject' ? 'not_happened' : null),
      whether: async () => says === 'approve',
      secret: async () => '',
    },
  });
  return { code, output, errors };
}
