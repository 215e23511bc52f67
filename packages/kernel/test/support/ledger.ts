import { expect } from 'vitest';
import type { QuotaUsage } from '../../src/index.ts';
import { measures } from '../../src/index.ts';
import type { Story } from '../../src/store-suite/index.ts';

const underWay = ['admitted', 'running', 'prepared', 'committed'];

/**
 * The ledger adds up: in every scope, what is used is the sum of its lines, what is reserved is what is under way (attempts
 * that live, questions that nobody has answered), and each attempt and question has one line or one reservation.
 */
export async function expectLedger({ kernel, workspace }: Story): Promise<void> {
  const ledger = await kernel.usage(workspace);
  const holders = [
    ...(await kernel.attempts(workspace)).map((each) => ({
      id: each.attempt_id,
      open: underWay.includes(each.state),
      place: each,
    })),
    ...(await kernel.gates(workspace)).map((each) => ({
      id: each.gate_id,
      open: each.status === 'pending',
      place: each,
    })),
  ];
  for (const quota of await kernel.quotas(workspace)) {
    const lines = ledger.filter((line) => isIn(quota, line));
    for (const measure of measures) {
      const sum = lines.reduce((total, line) => total + line.amounts[measure], 0);
      expect(quota.used[measure], `${quota.scope} ${measure}`).toBe(sum);
    }
    const open = holders.filter((holder) => holder.open && isIn(quota, holder.place));
    expect(Object.keys(quota.reserved).sort(), 'what is reserved is under way').toEqual(
      open.map((holder) => holder.id).sort(),
    );
  }
  const settled = ledger.flatMap((line) => (line.holder_id === null ? [] : [line.holder_id]));
  expect(settled.sort(), 'each reservation is settled once').toEqual(
    holders
      .filter((holder) => !holder.open)
      .map((holder) => holder.id)
      .sort(),
  );
}

function isIn(
  { scope, scope_id }: QuotaUsage,
  place: { readonly goal_id: string; readonly todo_id: string },
): boolean {
  return scope === 'workspace' || place[`${scope}_id`] === scope_id;
}
