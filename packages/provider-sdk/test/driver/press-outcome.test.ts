import { describe, expect, it } from 'vitest';
import { decidePressOutcome, type PressFacts } from '../../src/driver/press-outcome.ts';

const presses: readonly PressFacts['press'][] = [
  { kind: 'done' },
  { kind: 'outcome_unknown' },
  { kind: 'refused', readiness: { kind: 'covered' } },
  { kind: 'lost' },
];
const permits = [
  { spent: 0, answered: null },
  { spent: 1, answered: null },
  { spent: 1, answered: 200 },
  { spent: 1, answered: 303 },
  { spent: 1, answered: 409 },
  { spent: 1, answered: 503 },
] as const;

const expected: Record<string, readonly (string | null)[]> = {
  //                unspent            silent             200                303                409                503
  done: ['target_lost', 'outcome_unknown', null, null, 'outcome_unknown', 'outcome_unknown'],
  outcome_unknown: ['outcome_unknown', 'outcome_unknown', null, null, 'outcome_unknown', 'outcome_unknown'],
  refused: [
    'overlay',
    'outcome_unknown',
    'outcome_unknown',
    'outcome_unknown',
    'outcome_unknown',
    'outcome_unknown',
  ],
  lost: [
    'target_lost',
    'outcome_unknown',
    'outcome_unknown',
    'outcome_unknown',
    'outcome_unknown',
    'outcome_unknown',
  ],
};

const cells = presses.flatMap((press) =>
  permits.map((permit, index) => ({
    press,
    ...permit,
    kind: press.kind,
    code: expected[press.kind]?.[index],
  })),
);

describe('decidePressOutcome', () => {
  it.each(cells)(
    'press $kind, spent $spent, answered $answered → $code',
    ({ press, spent, answered, code }) => {
      const verdict = decidePressOutcome({ press, spent, answered, blockedSince: false });
      expect(verdict.blocker?.code ?? null).toBe(code);
      // A completed press was a press, whatever the engine knew about it.
      if (verdict.blocker === null) expect(verdict).toMatchObject({ press: 'pressed', clicked: true });
      // What left cannot be reported as not attempted.
      if (spent > 0) expect(verdict.press).not.toBe('not_attempted');
      // Pressed and clicked are one fact.
      expect(verdict.press === 'pressed').toBe(verdict.clicked);
    },
  );

  it('names the blocked write when the press caused another one', () => {
    const verdict = decidePressOutcome({
      press: { kind: 'done' },
      spent: 0,
      answered: null,
      blockedSince: true,
    });
    expect(verdict.blocker?.code).toBe('write_blocked');
  });
});
