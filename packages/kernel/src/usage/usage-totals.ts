import type { UsageLine } from './usage-line.ts';

/** What lines come to, over all Computers, sessions and attempts that they are of. */
export type UsageTotal = Pick<UsageLine, 'measure' | 'action' | 'outcome' | 'quantity'>;

/** One total for each measure, kind of action and outcome that occurs; measures in the order of the lines. */
export function usageTotals(lines: readonly UsageLine[]): readonly UsageTotal[] {
  const totals = new Map<string, UsageTotal>();
  for (const { measure, action, outcome, quantity } of lines) {
    const name = `${measure} ${action} ${outcome}`;
    const sum = (totals.get(name)?.quantity ?? 0) + quantity;
    totals.set(name, { measure, action, outcome, quantity: sum });
  }
  return [...totals.values()];
}
