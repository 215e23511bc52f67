import { type Budget, costs } from '../leak/budget.ts';
import { shownIn } from '../leak/opaque-text.ts';
import { longestText } from '../leak/screen-json.ts';
import { textsIn } from '../leak/texts-in.ts';
import { readStrictJson } from '../strict-json/read-json.ts';
import type { Finding } from './finding.ts';
import { isKnownKey, isKnownWord, type JsonPath, pointerOf } from './pointer.ts';
import { leakStatements } from './rules/leak.ts';
import { writebackStatements } from './rules/writeback.ts';
import { holdsWritebackKey, isPlainLabel, isWritebackCommand } from './writeback-commands.ts';
import { isWritebackName } from './writeback-names.ts';

type WritebackRule = keyof typeof writebackStatements;

/** JSON in a text in a text …: each level doubles its escapes, so 64 KiB hold no more than this. */
const maximumEmbedding = 16;

/**
 * Finds what only the kernel may write, wherever it stands: as a key at any depth, inside JSON in a string, as
 * a command in a value.
 *
 * @param exempt keys and values that are known not to be the sender's choice (issued ids, named extractions)
 * @param budget of the record: what it does not pay for is refused as too dense
 */
export function findWritebacks(
  value: unknown,
  root: JsonPath,
  exempt: ReadonlySet<string>,
  budget: Budget,
): readonly Finding[] {
  const findings: Finding[] = [];
  /** Texts in which nothing was found: records say the same thing many times. */
  const clean = new Set<string>();
  const path: PropertyKey[] = [...root];
  visit(value, 0);
  return findings;

  /** @param embedding how many texts are around the node: a place inside of a text has no pointer */
  function visit(node: unknown, embedding: number): void {
    if (typeof node === 'string') visitText(node, embedding);
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      node.forEach((item, index) => {
        visitAt(index, item, embedding);
      });
      return;
    }
    for (const [key, item] of Object.entries(node)) visitAt(key, item, embedding);
  }

  function visitAt(place: string | number, item: unknown, embedding: number): void {
    if (embedding === 0) path.push(place);
    if (typeof place === 'string' && !exempt.has(place) && namesDecision(place, budget)) {
      report(embedding === 0 ? 'writeback.key' : 'writeback.embedded');
    }
    visit(item, embedding);
    if (embedding === 0) path.pop();
  }

  function visitText(text: string, embedding: number): void {
    if (clean.has(text) || exempt.has(text) || isKnownWord(text)) return;
    if (isPlainLabel(text) && !budget.isSpent) return;
    // A longer text is refused without being read.
    if (text.length > longestText && embedding === 0) return;
    const shown = shownIn(text);
    if (shown === null) return;
    const known = findings.length;
    const rule = ruleBrokenBy(textsIn(shown, budget), budget);
    if (rule !== undefined) report(rule);
    if (embedding < maximumEmbedding && /^\s*["[{]/.test(text)) {
      const embedded = budget.pays(costs.embedded * text.length) ? embeddedJson(text) : undefined;
      if (embedded !== undefined) visit(embedded, embedding + 1);
    }
    if (budget.isSpent) reportTooDense();
    else if (findings.length === known) clean.add(text);
  }

  function report(rule: WritebackRule): void {
    findings.push({ rule, path: pointerOf(path), message: writebackStatements[rule] });
  }

  function reportTooDense(): void {
    const rule = 'leak.too-dense';
    findings.push({ rule, path: pointerOf(path), message: leakStatements[rule] });
  }
}

/** Names that stand as keys or as commands in a text, whether or not the text is well formed. */
function ruleBrokenBy(readings: Iterable<string>, budget: Budget): WritebackRule | undefined {
  let broken: WritebackRule | undefined;
  for (const text of readings) {
    if (holdsWritebackKey(text, budget)) return 'writeback.embedded';
    if (broken === undefined && isWritebackCommand(text, budget)) broken = 'writeback.command';
  }
  return broken;
}

/** What the keys of the schemas say; each is looked at once. */
const knownKeys = new Map<string, boolean>();

function namesDecision(key: string, budget: Budget): boolean {
  if (!isKnownKey(key)) {
    return budget.pays(costs.name + costs.reach * key.length) && isWritebackName(key);
  }
  const known = knownKeys.get(key) ?? isWritebackName(key);
  knownKeys.set(key, known);
  return known;
}

/** The JSON inside a text, read with the same limits; wrapped, so that an array or a string is read too. */
function embeddedJson(text: string): unknown {
  const reading = readStrictJson(new TextEncoder().encode(`{"embedded":${text}}`), {
    maximumBytes: 131_072,
    maximumDepth: 32,
    maximumKeys: 1_024,
    numbers: 'any',
  });
  return reading.ok ? reading.value.embedded : undefined;
}
