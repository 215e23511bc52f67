import type { Verdict } from '../../src/index.ts';

/** The bytes of a text, or of a value as JSON. */
export function wire(value: unknown): Uint8Array {
  return new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
}

/** The rule ids of a verdict; empty when it accepts. */
export function rulesOf(verdict: Verdict<unknown>): readonly string[] {
  return verdict.findings.map(({ rule }) => rule);
}

type Json = { [key: string]: unknown };

/** A deep copy of a record with one place (a path of keys) set; `undefined` removes the key. */
export function withValue(record: object, path: string, value: unknown): Json {
  const copy = structuredClone(record) as Json;
  const keys = path.split('/').filter((key) => key !== '');
  const last = keys.pop() ?? '';
  let node = copy;
  for (const key of keys) node = node[key] as Json;
  if (value === undefined) delete node[last];
  else node[last] = value;
  return copy;
}
