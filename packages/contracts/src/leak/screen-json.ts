import type { Finding } from '../judge/finding.ts';
import { isKnownKey, isKnownWord, type JsonPath, pointerOf } from '../judge/pointer.ts';
import { leakStatements } from '../judge/rules/leak.ts';
import { Budget } from './budget.ts';
import type { LeakRule } from './detector.ts';
import { brokenRules } from './find-leaks.ts';
import { isOpaque, shownIn } from './opaque-text.ts';
import { screenedRules } from './screen-text.ts';

/** Longer than any text that a record may hold (the tree of an observation): refused without being read. */
export const longestText = 32_768;

/**
 * Screens keys, values and joined neighbours of a JSON value.
 *
 * @param constructed strings that are what they must be, because they equal what was issued: they are not screened
 * @param budget of the record, where something else is paid from it too
 */
export function screenJson(
  value: unknown,
  root: JsonPath,
  constructed: ReadonlySet<string>,
  budget = new Budget(),
): readonly Finding[] {
  const screen = new JsonScreen(root, constructed, budget);
  screen.visit(value, undefined);
  screen.screenLeaves();
  return screen.findings;
}

class JsonScreen {
  readonly findings: Finding[] = [];
  readonly #budget: Budget;
  /** Texts in which nothing was found: records say the same thing many times. */
  readonly #clean = new Set<string>();
  /** Kept apart: what was put together is looked at less strictly than what was sent. */
  readonly #cleanJoins = new Set<string>();
  readonly #constructed: ReadonlySet<string>;
  /** Where the visit is; changed in place, because most visits find nothing. */
  readonly #path: PropertyKey[];
  /** Texts that met, by the first: each seam is looked at once. */
  readonly #seams = new Map<string, Set<string>>();
  /** The free texts of the record in their order, wherever they stand in it. */
  readonly #leaves: string[] = [];

  constructor(root: JsonPath, constructed: ReadonlySet<string>, budget: Budget) {
    this.#budget = budget;
    this.#path = [...root];
    this.#constructed = constructed;
  }

  /** @returns whether something was found in the node itself */
  visit(node: unknown, name: string | undefined): boolean {
    if (typeof node === 'string') {
      if (this.#isConstructed(node)) return false;
      if (!isOpaque(node)) this.#leaves.push(node);
      return this.#screen(node, name);
    }
    // A shorter number has the digits of no secret.
    if (typeof node === 'number') return Math.abs(node) >= 1e13 && this.#screen(String(node), undefined);
    if (typeof node !== 'object' || node === null) return false;
    if (Array.isArray(node)) this.#visitItems(node, name);
    else this.#visitProperties(node as Readonly<Record<string, unknown>>);
    return false;
  }

  #visitItems(items: readonly unknown[], name: string | undefined): void {
    let found = false;
    const leaves = this.#leaves.length;
    for (let index = 0; index < items.length; index += 1) {
      this.#path.push(index);
      found = this.visit(items[index], name) || found;
      this.#path.pop();
    }
    if (found || this.#leaves.length < leaves + 2) return;
    this.#screenNeighbours(items);
    this.#screenColumns(items);
  }

  /** One field of every object of a list: a secret that is cut over them stands below itself. */
  #screenColumns(items: readonly unknown[]): void {
    const columns = new Map<string, unknown[]>();
    for (const item of items) {
      if (typeof item !== 'object' || item === null || Array.isArray(item)) continue;
      for (const [key, value] of Object.entries(item)) {
        if (typeof value !== 'string') continue;
        const column = columns.get(key);
        if (column === undefined) columns.set(key, [value]);
        else column.push(value);
      }
    }
    for (const column of columns.values()) if (column.length > 1) this.#screenColumn(column);
  }

  #visitProperties(node: Readonly<Record<string, unknown>>): void {
    let found = false;
    const leaves = this.#leaves.length;
    for (const key of Object.keys(node)) {
      this.#path.push(key);
      const known = isKnownKey(key);
      // Keys of the schemas have names of their own (`idempotency_key`); only a stranger's key names its value.
      if (!known && !this.#isConstructed(key)) this.#screen(key, undefined);
      found = this.visit(node[key], known ? undefined : key) || found;
      this.#path.pop();
    }
    if (!found && this.#leaves.length >= leaves + 2) this.#screenNeighbours(Object.values(node));
  }

  #screen(text: string, name: string | undefined): boolean {
    if (text.length < 4) return false;
    if (text.length > longestText) return this.#report(['leak.too-dense']);
    if (name === undefined && this.#clean.has(text)) return false;
    const shown = shownIn(text);
    const rules = shown === null ? [] : screenedRules(shown, name, this.#budget);
    if (rules.length === 0) this.#clean.add(text);
    return this.#report(rules);
  }

  #isConstructed(text: string): boolean {
    return this.#constructed.has(text) || isKnownWord(text);
  }

  #screenColumn(column: readonly unknown[]): void {
    const pieces = column.filter((item): item is string => typeof item === 'string' && this.#isFree(item));
    if (pieces.length > 1 && !this.#screenJoin(pieces.join(''))) this.#screenPairs(pieces);
  }

  /** A secret that is cut into pieces which stand side by side: all of them, and each two or three by themselves. */
  #screenNeighbours(items: readonly unknown[]): void {
    const pieces = items.filter((item): item is string => typeof item === 'string' && this.#isFree(item));
    if (pieces.length < 2 || this.#screenJoin(pieces.join('')) || pieces.length === 2) return;
    this.#screenSeams(pieces);
  }

  /** What the sender chose: neither issued, nor a word of the schemas, nor a digest. */
  #isFree(text: string): boolean {
    return !this.#isConstructed(text) && !isOpaque(text);
  }

  /** The same over the borders of objects and lists: the last text of one and the first of the next. */
  screenLeaves(): void {
    if (this.findings.length === 0) this.#screenPairs(this.#leaves);
  }

  #screenPairs(pieces: readonly string[]): void {
    for (let index = 1; index < pieces.length; index += 1) {
      const [left = '', right = ''] = [pieces[index - 1], pieces[index]];
      if (!touch(left, right) || !this.#isNewSeam(left, right)) continue;
      if (this.#screenJoin(tailOf(left) + headOf(right))) return;
    }
  }

  #screenSeams(pieces: readonly string[]): void {
    for (let index = 1; index < pieces.length; index += 1) {
      const [before = '', left = '', right = ''] = [pieces[index - 2], pieces[index - 1], pieces[index]];
      if (!touch(left, right)) continue;
      if (this.#isNewSeam(left, right) && this.#screenJoin(tailOf(left) + headOf(right))) return;
      const isMiddle = left.length <= longestMiddle && touch(before, left) && !/\s/.test(left);
      if (!isMiddle || !this.#isNewSeam(`${before}\n${left}`, right)) continue;
      if (this.#screenJoin(tailOf(before) + left + headOf(right))) return;
    }
  }

  /** The same texts meet many times, in lists of like objects. */
  #isNewSeam(left: string, right: string): boolean {
    let met = this.#seams.get(left);
    if (met === undefined) {
      met = new Set();
      this.#seams.set(left, met);
    }
    if (met.has(right)) return false;
    met.add(right);
    return true;
  }

  /** @returns whether something was found */
  #screenJoin(joined: string): boolean {
    if (this.#cleanJoins.has(joined)) return false;
    const rules = brokenRules(joined, true, this.#budget);
    if (rules.length === 0) this.#cleanJoins.add(joined);
    return this.#report(rules);
  }

  #report(rules: readonly LeakRule[]): boolean {
    for (const rule of rules) {
      this.findings.push({ rule, path: pointerOf(this.#path), message: leakStatements[rule] });
    }
    return rules.length > 0;
  }
}

/** How much of a text beside a seam is read with what follows it, in UTF-16 code units. */
const seam = 400;
/** The longest text in the middle of three that is taken for a piece. */
const longestMiddle = 200;

const tailOf = (text: string): string => text.slice(-seam);
const headOf = (text: string): string => text.slice(0, seam);

/** The name of a field and the type of its value, as the shape of a body is told: it goes on nowhere. */
const typed = /:(?:string|number|boolean|null|array|object|file)$/;

/** Whether what was cut could go on from one text to the next: no space stands at the seam. */
const touch = (left: string, right: string): boolean =>
  /\S$/.test(left) && /^\S/.test(right) && !typed.test(left);
