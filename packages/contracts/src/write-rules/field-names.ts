/**
 * A form field's name as the laxest server reads it: leading blanks dropped, dots, blanks and brackets treated
 * as PHP does (`status[x]` and `status` are one variable, `a.b` is `a_b`), case folded.
 */
export function foldedFormName(name: string): string {
  const bare = name.trimStart().split(/[[\0]/)[0] ?? '';
  return bare.replace(/[.\s]/g, '_').normalize('NFKC').toLowerCase();
}

/** The field that frameworks read another method from, in a query, a form or the top of a JSON body. */
export function isOverrideField(name: string): boolean {
  return foldedFormName(name) === '_method' || name.toLowerCase() === '/_method';
}
