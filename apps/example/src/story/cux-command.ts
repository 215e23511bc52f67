import { resolve } from 'node:path';

/** How a person at this terminal calls `cux` on the state of this run: from a clone, without installing anything. */
export function cuxCommand(state: string): (...args: readonly string[]) => string {
  const named = resolve(state) === resolve('.cux-demo') ? [] : ['--state', quoted(state)];
  return (...args) => ['npm run -s cux --', ...named, ...args].join(' ');
}

function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
