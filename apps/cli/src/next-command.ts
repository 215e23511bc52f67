import { AsyncLocalStorage } from 'node:async_hooks';
import type { Command } from 'commander';

/** How the person at this terminal calls cux: what a command that they are told has to be, to work where they are. */
export interface Calling {
  /** `cux`, or what stands for it in a clone. */
  readonly program: string;
  /** The options of every command that this run was given as flags, ready for a shell. */
  flags: readonly string[];
  /** The words of every command that can be run, the longest first. */
  paths: readonly string[];
}

const calling = new AsyncLocalStorage<Calling>();

/** How this run was called. npm says in which of a clone's scripts it is: elsewhere `cux` is on the path, or an alias. */
export function callingOf(environment: NodeJS.ProcessEnv): Calling {
  const program = environment.npm_lifecycle_event === 'cux' ? 'npm run -s cux --' : 'cux';
  return { program, flags: [], paths: [] };
}

/** Everything that is done within tells commands as this run was called. */
export function calledAs<Result>(as: Calling, work: () => Result): Result {
  return calling.run(as, work);
}

/** Reads the flags of the run that is about to begin. Variables and the config file hold for the next command as they are. */
export function noteFlags(program: Command): void {
  const as = calling.getStore();
  if (as === undefined) return;
  as.paths = pathsOf(program)
    .filter((path) => path !== 'init')
    .toSorted((left, right) => right.length - left.length);
  as.flags = program.options.flatMap((option) => {
    const name = option.attributeName();
    if (option.long === '--json' || option.negate || program.getOptionValueSource(name) !== 'cli') return [];
    const value = String(program.getOptionValue(name));
    return [`${option.long} ${isAddress(value) ? `"$CUX_${name.toUpperCase()}"` : quoted(value)}`];
  });
}

/** What may be filled into a command: one word of it, or several. */
type Filled = string | number | null | readonly string[];

/** A command of cux for the person to copy: cux`gate show ${id}`. What is filled in is quoted where a shell needs it. */
export function cux(words: readonly string[], ...values: readonly Filled[]): string {
  const command = words.reduce((text, word, index) => `${text}${filledIn(values[index - 1])}${word}`);
  const { program, flags } = calling.getStore() ?? { program: 'cux', flags: [] };
  return [program, command, ...flags].join(' ');
}

function filledIn(value: Filled | undefined): string {
  const words = Array.isArray(value) ? value : [value ?? ''];
  return words.map((word) => quoted(String(word))).join(' ');
}

/** A command that begins something of its own, which no flag of this run is about. */
export function cuxAlone(words: string): string {
  return `${calling.getStore()?.program ?? 'cux'} ${words}`;
}

/**
 * A command in an application folder that this run has made, which none of its own flags is about.
 *
 * @param folder from the present one; empty where that is it
 * @param file what the command is about, from the application folder
 */
export function cuxIn(folder: string, words: string, file?: string): string {
  const { program } = calling.getStore() ?? { program: 'cux' };
  if (program === 'cux') {
    return [
      ...(folder === '' ? [] : ['cd', quoted(folder), '&&']),
      program,
      words,
      ...(file === undefined ? [] : [quoted(file)]),
    ].join(' ');
  }
  // A script of npm is always at work in the folder of its own manifest.
  const path = (name: string) => quoted(folder === '' ? name : `${folder}/${name}`);
  return [program, words, ...(file === undefined ? [] : [path(file)]), '--config', path('cux.json')].join(
    ' ',
  );
}

/** The same for a sentence of another package, which knows commands only as `cux gate show`. Never for what a page or an author wrote. */
export function withCalling(sentence: string, { program, flags, paths }: Calling): string {
  // What is told by the tag has them already.
  const told = flags.length > 0 && sentence.includes(flags.join(' '));
  if (told || paths.length === 0) return sentence;
  const known = new RegExp(`(?<![\\w/.-])cux (${paths.join('|')})(?![\\w-])`, 'g');
  return sentence.replace(known, (_, path: string) => [program, path, ...flags].join(' '));
}

/** As one word of a shell. */
export function quoted(text: string): string {
  return /^[\w.,:/@%+=-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** It may hold a password, and is never shown: whoever gives it as the variable can copy what stands in its place. */
function isAddress(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(value);
}

/** Of commands that can be run: what only groups them is a word of its own ("no cux store"). */
function pathsOf(command: Command): readonly string[] {
  return command.commands.flatMap((each) =>
    each.commands.length === 0 ? [each.name()] : pathsOf(each).map((path) => `${each.name()} ${path}`),
  );
}
