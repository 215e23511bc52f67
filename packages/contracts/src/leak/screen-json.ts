import { digestSchema } from '../ids/digest.ts';
import { issuedIdBody, issuedIdKinds } from '../ids/issued-id.ts';
import type { Finding } from '../judge/finding.ts';
import { type JsonPath, pointerOf } from '../judge/pointer.ts';
import { leakStatements } from '../judge/rules/leak.ts';
import { decodeHex } from './decode.ts';
import type { LeakRule } from './detector.ts';
import { screenedRules } from './screen-text.ts';

/** What a join can show: secrets that name themselves. Words that merely meet may read like a named value. */
const rulesOfJoins: ReadonlySet<LeakRule> = new Set([
  'leak.token',
  'leak.signed-token',
  'leak.private-key',
  'leak.card-number',
  'leak.iban',
]);

type Entry = readonly [key: PropertyKey, item: unknown];

/**
 * Screens keys, values and joined neighbours of a JSON value.
 *
 * @param constructed strings that are what they must be, because they equal what was issued: they are not screened
 */
export function screenJson(
  value: unknown,
  root: JsonPath,
  constructed: ReadonlySet<string>,
): readonly Finding[] {
  const screen = new JsonScreen(constructed);
  screen.visit(value, root, undefined);
  return screen.findings;
}

class JsonScreen {
  readonly findings: Finding[] = [];
  readonly #constructed: ReadonlySet<string>;

  constructor(constructed: ReadonlySet<string>) {
    this.#constructed = constructed;
  }

  /** @returns whether something was found in the node itself */
  visit(node: unknown, path: JsonPath, name: string | undefined): boolean {
    if (typeof node === 'string') return this.#screen(node, path, name);
    if (typeof node === 'number') return this.#screen(String(node), path, undefined);
    if (typeof node !== 'object' || node === null) return false;
    const entries = entriesOf(node);
    const found = entries.map(([key, item]) => {
      const place = [...path, key];
      if (typeof key === 'string') this.#screen(key, place, undefined);
      return this.visit(item, place, typeof key === 'string' ? nameOf(place, key) : name);
    });
    if (!found.includes(true)) this.#screenNeighbours(entries, path);
    return false;
  }

  #screen(text: string, path: JsonPath, name: string | undefined): boolean {
    if (text.length < 4 || this.#constructed.has(text)) return false;
    const shown = isOpaque(text) ? textInDigest(text) : text;
    return shown !== null && this.#report(screenedRules(shown, name), path);
  }

  /** A secret that is cut into pieces which stand side by side. */
  #screenNeighbours(entries: readonly Entry[], path: JsonPath): void {
    const texts = entries
      .map(([, item]) => item)
      .filter((item): item is string => typeof item === 'string')
      .filter((item) => !this.#constructed.has(item) && !isOpaque(item));
    if (texts.length < 2) return;
    const rules = screenedRules(texts.join(''), undefined).filter((rule) => rulesOfJoins.has(rule));
    this.#report(rules, path);
  }

  #report(rules: readonly LeakRule[], path: JsonPath): boolean {
    for (const rule of rules) {
      this.findings.push({ rule, path: pointerOf(path), message: leakStatements[rule] });
    }
    return rules.length > 0;
  }
}

const issuedId = new RegExp(`^(?:${issuedIdKinds.join('|')})_`);

/**
 * A whole digest or issued id. Its letters are dice: now and then they read like a token or an account number,
 * forwards or backwards, and an honest record must not be refused for it.
 */
function isOpaque(text: string): boolean {
  if (digestSchema.safeParse(text).success) return true;
  const prefix = issuedId.exec(text)?.[0];
  return prefix !== undefined && issuedIdBody.test(text.slice(prefix.length));
}

/** What somebody wrote into the digits of a digest; null for what is a digest, or no place to write. */
function textInDigest(text: string): string | null {
  const digest = 'sha256:';
  return text.startsWith(digest) ? decodeHex(text.slice(digest.length)) : null;
}

function entriesOf(node: object): readonly Entry[] {
  return Array.isArray(node) ? node.map((item, index): Entry => [index, item]) : Object.entries(node);
}

/** Keys of the schemas have names of their own (`idempotency_key`); only a stranger's key names its value. */
function nameOf(place: JsonPath, key: string): string | undefined {
  return pointerOf(place).endsWith('/*') ? key : undefined;
}
