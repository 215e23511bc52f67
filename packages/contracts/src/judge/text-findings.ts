import { Budget } from '../leak/budget.ts';
import { screenJson } from '../leak/screen-json.ts';
import type { Finding } from './finding.ts';
import type { JsonPath } from './pointer.ts';
import { findWritebacks } from './writeback.ts';

const none: ReadonlySet<string> = new Set();

/**
 * What no text and no key of a record from outside may hold: what only the kernel writes, and secrets. Both looks are paid
 * for from one budget.
 *
 * @param exempt strings that are not the sender's choice, because they equal what was issued
 */
export function textFindings(
  value: unknown,
  root: JsonPath = [],
  exempt: ReadonlySet<string> = none,
): readonly Finding[] {
  const budget = new Budget();
  return [...findWritebacks(value, root, exempt, budget), ...screenJson(value, root, exempt, budget)];
}
