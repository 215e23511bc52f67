import type { Finding } from '../judge/finding.ts';
import { type JsonPath, pointerOf } from '../judge/pointer.ts';
import { leakStatements } from '../judge/rules/leak.ts';
import { findLeaks } from './find-leaks.ts';
import { screenText } from './screen-text.ts';

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
  const findings: Finding[] = [];
  visit(value, root, undefined);
  return findings;

  function visit(node: unknown, path: JsonPath, name: string | undefined): void {
    if (typeof node === 'string') screen(node, path, name);
    if (typeof node === 'number') screen(String(node), path, undefined);
    if (typeof node !== 'object' || node === null) return;
    const entries: readonly (readonly [PropertyKey, unknown])[] = Array.isArray(node)
      ? node.map((item, index) => [index, item] as const)
      : Object.entries(node);
    for (const [key, item] of entries) {
      if (typeof key === 'string') screen(key, [...path, key], undefined);
      visit(item, [...path, key], typeof key === 'string' ? nameOf(path, key) : name);
    }
    screenNeighbours(entries, path);
  }

  function screen(text: string, path: JsonPath, name: string | undefined): void {
    if (text.length < 4 || constructed.has(text)) return;
    findings.push(...screenText(text, { path: pointerOf(path), ...(name === undefined ? {} : { name }) }));
  }

  /** A secret that is cut into pieces which stand side by side. */
  function screenNeighbours(entries: readonly (readonly [PropertyKey, unknown])[], path: JsonPath): void {
    const texts = entries
      .map(([, item]) => item)
      .filter((item): item is string => typeof item === 'string' && !constructed.has(item));
    if (texts.length < 2 || texts.some((text) => findLeaks(text).length > 0)) return;
    for (const { rule } of findLeaks(texts.join(''))) {
      if (rule !== 'leak.password') {
        findings.push({ rule, path: pointerOf(path), message: leakStatements[rule] });
      }
    }
  }
}

/** Keys of the schemas have names of their own (`idempotency_key`); only a stranger's key names its value. */
function nameOf(path: JsonPath, key: string): string | undefined {
  return pointerOf([...path, key]).endsWith('/*') ? key : undefined;
}
