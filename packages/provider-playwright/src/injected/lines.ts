import { knownName } from './known-names.ts';
import { effectOf, register } from './registry.ts';

/** One element as an observation shows it. */
export interface Line {
  readonly id: number;
  readonly role: string;
  /** In quotes, bounded, without line breaks. */
  readonly name: string;
  /** What it takes at most once it is written: indentation, brackets and the reference included. */
  readonly bytes: number;
  readonly isCut: boolean;
}

/** Characters of one name that are shown. */
const nameBound = 200;
const lineOverhead = 48;

/** In one line, without line breaks or controls: direction marks and invisible characters are shown as escapes. */
function shownName(name: string): string {
  const cut = name.length > nameBound ? `${name.slice(0, nameBound)}…` : name;
  return JSON.stringify(cut).replace(
    /[\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

const encoder = new TextEncoder();
/** By number: a number means one element with one role, mark and effect, so its line never changes. */
const lines = new Map<number, Line>();

function lineWith(id: number, role: string, mark: string): Line {
  const known = lines.get(id);
  if (known !== undefined) {
    return known;
  }
  const name = shownName(mark);
  const bytes = encoder.encode(role + name).length + lineOverhead;
  const line = { id, role, name, bytes, isCut: mark.length > nameBound };
  lines.set(id, line);
  return line;
}

/** The line of an element; null when it has no role to be shown with. */
export function lineOf(element: Element): Line | null {
  const known = knownName(element);
  if (known.line !== null) {
    return known.line;
  }
  const { role } = known;
  if (role === null || role === 'presentation' || role === 'none') {
    return null;
  }
  known.effect ??= effectOf(element);
  const { mark, effect } = known;
  const line = lineWith(register(element, { role, name: null, mark, effect }).id, role, mark);
  // A name that may hold a value can change without a trace: its reference is looked at every time.
  if (known.name !== null) {
    known.line = line;
  }
  return line;
}
