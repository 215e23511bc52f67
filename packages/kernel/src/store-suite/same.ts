import { canonicalForm } from '@cux/contracts';

/** Fails unless both have the same JSON form. Needs no test framework, so that any store can be put to the test. */
export function same(actual: unknown, expected: unknown): void {
  const left = canonicalForm(actual ?? null);
  const right = canonicalForm(expected ?? null);
  if (left !== right) throw new Error(`expected ${right}, got ${left}`);
}
