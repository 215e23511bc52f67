import { describe, expect, it } from 'vitest';
import { decidePressOutcome, type PressFacts } from '../../src/driver/press-outcome.ts';

const presses: readonly PressFacts['press'][] = [
  { kind: 'done' },
  { kind: 'outcome_unknown' },
  { kind: 'refused', readiness: { kind: 'covered' } },
  { kind: 'lost' },
];
const permits: readonly Pick<PressFacts, 'answers'>[] = [
  { answers: [] },
  { answers: [null] },
  { answers: [200] },
  { answers: [303] },
  { answers: [409] },
  { answers: [503] },
  { answers: [500, 200] },
  { answers: [200, null] },
  { answers: [200, 204] },
];

type Permit = (typeof permits)[number];

/** What the permit's answers say by themselves: nothing left, all accepted, or nobody knows. */
function kindOf({ answers }: Permit): 'unspent' | 'accepted' | 'unknown' {
  if (answers.length === 0) return 'unspent';
  const accepted: readonly (number | null)[] = [200, 303, 204];
  return answers.every((status) => accepted.includes(status)) ? 'accepted' : 'unknown';
}

const expected: Record<string, Record<ReturnType<typeof kindOf>, string | null>> = {
  done: { unspent: 'target_lost', accepted: null, unknown: 'outcome_unknown' },
  outcome_unknown: { unspent: 'outcome_unknown', accepted: null, unknown: 'outcome_unknown' },
  refused: { unspent: 'overlay', accepted: 'outcome_unknown', unknown: 'outcome_unknown' },
  lost: { unspent: 'target_lost', accepted: 'outcome_unknown', unknown: 'outcome_unknown' },
};

const cells = presses.flatMap((press) =>
  permits.map((permit) => ({
    press,
    ...permit,
    kind: press.kind,
    code: expected[press.kind]?.[kindOf(permit)],
  })),
);

describe('decidePressOutcome', () => {
  it.each(cells)('press $kind, answers $answers → $code', ({ press, answers, code }) => {
    const verdict = decidePressOutcome({ press, answers, blockedSince: false });
    expect(verdict.blocker?.code ?? null).toBe(code);
    // A completed press was a press, whatever the engine knew about it.
    if (verdict.blocker === null) expect(verdict).toMatchObject({ press: 'pressed', clicked: true });
    // What left cannot be reported as not attempted.
    if (answers.length > 0) expect(verdict.press).not.toBe('not_attempted');
    // Pressed and clicked are one fact.
    expect(verdict.press === 'pressed').toBe(verdict.clicked);
  });

  it('names the blocked write when the press caused another one', () => {
    const verdict = decidePressOutcome({
      press: { kind: 'done' },
      answers: [],
      blockedSince: true,
    });
    expect(verdict.blocker?.code).toBe('write_blocked');
  });
});
