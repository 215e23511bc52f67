import { readStrictJson } from '../strict-json/read-json.ts';
import type { Finding } from './finding.ts';
import { type JsonPath, pointerOf } from './pointer.ts';
import { writebackStatements } from './rules/writeback.ts';
import { isWritebackCommand, isWritebackName } from './writeback-names.ts';

type WritebackRule = keyof typeof writebackStatements;

/** JSON in a text in a text …: each level doubles its escapes, so 64 KiB hold no more than this. */
const maximumEmbedding = 16;

/**
 * Finds what only the kernel may write, wherever it stands: as a key at any depth, inside JSON in a string, as
 * a command in a value.
 *
 * @param exempt keys and values that are known not to be the sender's choice (issued ids, named extractions)
 */
export function findWritebacks(
  value: unknown,
  root: JsonPath,
  exempt: ReadonlySet<string>,
): readonly Finding[] {
  const findings: Finding[] = [];
  visit(value, root, 0);
  return findings;

  function visit(node: unknown, path: JsonPath, embedding: number): void {
    if (typeof node === 'string') visitText(node, path, embedding);
    if (typeof node !== 'object' || node === null) return;
    for (const [key, item] of Object.entries(node)) {
      const place = Array.isArray(node) ? [...path, Number(key)] : [...path, key];
      if (!Array.isArray(node) && !exempt.has(key) && isWritebackName(key)) {
        report(embedding === 0 ? 'writeback.key' : 'writeback.embedded', embedding === 0 ? place : path);
      }
      visit(item, embedding === 0 ? place : path, embedding);
    }
  }

  function visitText(text: string, path: JsonPath, embedding: number): void {
    if (exempt.has(text)) return;
    if (isWritebackCommand(text)) report('writeback.command', path);
    if (embedding >= maximumEmbedding || !/^\s*["[{]/.test(text)) return;
    const embedded = embeddedJson(text);
    if (embedded !== undefined) visit(embedded, path, embedding + 1);
  }

  function report(rule: WritebackRule, path: JsonPath): void {
    findings.push({ rule, path: pointerOf(path), message: writebackStatements[rule] });
  }
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
