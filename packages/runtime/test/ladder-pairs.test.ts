import { describe, expect, it } from 'vitest';
import { climb } from '../src/action/ladder.ts';
import { ladder } from '../src/index.ts';
import { approvedState, changed, passingState } from './support/ladder-state.ts';

interface Row {
  readonly rung: string;
  readonly kind: string;
  readonly rule?: string;
  readonly because: string;
  readonly changes: Readonly<Record<string, unknown>>;
}

const refused = (rung: string, rule: string, because: string, changes: Row['changes']): Row => ({
  rung,
  kind: 'refused',
  rule,
  because,
  changes,
});

/** Every way in which a rung does not let a new action pass. No two of one rung change the same part. */
const rows: readonly Row[] = [
  refused('principal', 'principal.not-allowed', 'it is a person', {
    request: { principal: { kind: 'human' } },
  }),
  refused('principal', 'principal.not-allowed', 'it is the host', {
    request: { principal: { kind: 'operator' } },
  }),
  refused('idempotency', 'action.key-conflict', 'the key is another action’s', {
    known: { action_digest: 'other', session_id: 'session', state: 'begun' },
  }),
  refused('idempotency', 'action.key-conflict', 'the key was used in another session', {
    known: { action_digest: 'digest', session_id: 'other', state: 'asked' },
  }),
  {
    rung: 'idempotency',
    kind: 'answered',
    because: 'it was done before',
    changes: {
      known: { action_digest: 'digest', session_id: 'session', state: 'settled', outcome: 'performed' },
    },
  },
  {
    rung: 'idempotency',
    kind: 'answered',
    because: 'it was begun, and nobody knows what came of it',
    changes: { known: { action_digest: 'digest', session_id: 'session', state: 'begun', outcome: null } },
  },
  refused('session', 'session.unknown', 'there is none', { session: null }),
  refused('session', 'session.other-agent', 'it is another agent’s', { session: { agent: { id: 'other' } } }),
  refused('session', 'session.closed', 'it is over', { session: { state: 'closed' } }),
  refused('pair', 'computer.unknown', 'there is no such Computer', { computer: null }),
  refused('pair', 'computer.unknown', 'there is no such Screen', { screen: null }),
  refused('pair', 'computer.unknown', 'the session is on another one', { session: { computer_id: 'other' } }),
  refused('lifecycle', 'screen.detached', 'it sleeps', { computer: { lifecycle: 'sleeping' } }),
  refused('lifecycle', 'screen.detached', 'nothing is attached', { screen: { attachment: 'detached' } }),
  refused('generation', 'computer.not-holder', 'another process holds it', {
    computer: { placement: { process_id: 'other' } },
  }),
  refused('generation', 'computer.not-holder', 'nothing is in custody', { held: null }),
  refused('generation', 'computer.not-holder', 'what is held is of an earlier waking', {
    held: { generation: 0 },
  }),
  refused('generation', 'screen.generation', 'the Screen is of an earlier waking', {
    screen: { generation: 0 },
  }),
  refused('attempt', 'attempt.none', 'none is under way', { attempt: null }),
  refused('attempt', 'attempt.none', 'it has been reported', { attempt: { state: 'reported' } }),
  refused('attempt', 'attempt.none', 'the session has another one', { session: { attempt_id: 'other' } }),
  refused('attempt', 'attempt.lease-over', 'its lease is over', { attempt: { lease_until: 1_000 } }),
  refused('attempt', 'attempt.deadline-passed', 'its time is over', { attempt: { deadline: 1_000 } }),
  refused('control', 'screen.control', 'a person wants it', { screen: { control: 'draining' } }),
  refused('control', 'screen.control', 'a person has it', { screen: { control: 'human' } }),
  refused('control', 'screen.stale-control', 'a person has had it since', { screen: { control_epoch: 4 } }),
  refused('observation', 'action.observation-behind', 'the Screen has moved on', {
    screen: { observation_generation: 4 },
  }),
  refused('observation', 'action.observation-ahead', 'nobody has observed that yet', {
    screen: { observation_generation: 2 },
  }),
  refused('observation', 'action.observation-unknown', 'it is not the one that stands', {
    held: { work: { observation: { observation_id: 'other' } } },
  }),
  refused('reference', 'reference.unknown', 'nobody was shown it', { element: null }),
  refused('budget', 'budget.spent', 'all actions are taken', { held: { work: { running: { begun: 10 } } } }),
  refused('policy', 'policy.unknown', 'policy could not be asked', { policy: null }),
  refused('policy', 'policy.forbidden', 'policy forbids it', { policy: { effect: 'forbid' } }),
  {
    rung: 'approval',
    kind: 'ask',
    because: 'a person decides',
    changes: { policy: { effect: 'require_approval' } },
  },
];

const order = ladder.map(({ id }) => id);

describe('the ladder, over what was loaded', () => {
  it('lets pass what nothing is wrong with', () => {
    expect(climb(passingState())).toEqual({ kind: 'passed', approval: null });
  });

  it('has a row for every rung', () => {
    expect([...new Set(rows.map(({ rung }) => rung))]).toEqual(order);
  });

  it.each(rows)('$rung alone: $because', ({ rung, kind, rule, changes }) => {
    expect(climb(changed(passingState(), changes))).toMatchObject(
      rule === undefined ? { rung, kind } : { rung, kind, rule },
    );
  });

  const pairs = rows.flatMap((one) =>
    rows
      .filter((other) => order.indexOf(one.rung) < order.indexOf(other.rung))
      .map((other) => [one, other] as const),
  );

  it(`answers with the earlier rung of every two (${pairs.length} pairs)`, () => {
    const wrong: string[] = [];
    for (const [one, other] of pairs) {
      // The later one first, so that what both change is the earlier one's.
      const both = changed(changed(passingState(), other.changes), one.changes);
      const came = climb(both);
      const rung = 'rung' in came ? came.rung : came.kind;
      if (rung !== one.rung)
        wrong.push(`${one.rung} (${one.because}) and ${other.rung} (${other.because}): ${rung}`);
    }
    expect(wrong).toEqual([]);
    expect(pairs.length).toBeGreaterThan(400);
  });
});

describe('the ladder, for an action that waits for a decision', () => {
  it('lets pass what is approved, though its attempt and its observation are over', () => {
    const late = changed(approvedState(), {
      screen: { observation_generation: 9 },
      held: { work: { observation: null } },
    });
    expect(climb(late)).toMatchObject({ kind: 'passed', approval: { gate_id: 'gate' } });
  });

  const waiting: readonly (Row & { readonly status?: 'pending' })[] = [
    { rung: 'approval', kind: 'pending', because: 'nobody has decided', changes: {}, status: 'pending' },
    {
      rung: 'lifecycle',
      kind: 'gone',
      because: 'its page is gone',
      changes: { computer: { lifecycle: 'sleeping', placement: null } },
    },
    refused('lifecycle', 'screen.detached', 'its page is being put away', {
      computer: { lifecycle: 'archiving' },
    }),
    {
      rung: 'generation',
      kind: 'gone',
      because: 'its Computer was woken again',
      changes: { computer: { generation: 2 }, screen: { generation: 2 }, held: { generation: 2 } },
    },
    refused('attempt', 'session.busy', 'another attempt is under way', { session: { attempt_id: 'other' } }),
    refused('control', 'screen.control', 'a person has the Screen', { screen: { control: 'human' } }),
    refused('policy', 'policy.forbidden', 'policy forbids it by now', { policy: { effect: 'forbid' } }),
    refused('approval', 'approval.expired', 'its time is over', { now: 9_000 }),
    {
      rung: 'approval',
      kind: 'gone',
      because: 'it was asked under other rules',
      changes: { policyVersion: 'v2' },
    },
  ];
  it.each(waiting)('$rung: $because', ({ rung, kind, rule, changes, status }) => {
    expect(climb(changed(approvedState(status), changes))).toMatchObject(
      rule === undefined ? { rung, kind } : { rung, kind, rule },
    );
  });

  it.each([
    ['rejected', 'approval.rejected'],
    ['expired', 'approval.expired'],
    ['revoked', 'approval.revoked'],
    ['superseded', 'approval.superseded'],
  ])('answers for good once it is %s, whatever else stands by then', (closed_for, rule) => {
    const asked = { action_digest: 'digest', session_id: 'session', state: 'asked' };
    const over = changed(approvedState(), {
      known: asked,
      approval: { status: 'closed', closed_for },
      computer: { lifecycle: 'sleeping', placement: null },
      policy: { effect: 'permit' },
    });
    expect(climb(over)).toMatchObject({ rung: 'idempotency', kind: 'refused', rule });
  });

  it.each([
    [{ receipt: { stop_reason: 'completed' } }, 'answered', 'performed'],
    [{ receipt: null, state: 'outcome_unknown' }, 'answered', 'outcome_unknown'],
    [{ receipt: null, state: 'settled', outcome: 'happened' }, 'answered', 'performed'],
    [{ receipt: null, state: 'settled', outcome: 'not_happened' }, 'refused', null],
    [{ receipt: null, state: 'void' }, 'refused', null],
  ])('answers by the attempt that has used it: %o', (consumedBy, kind, answer) => {
    const used = changed(approvedState(), {
      known: { action_digest: 'digest', session_id: 'session', state: 'asked' },
      approval: { status: 'closed', closed_for: 'consumed' },
      consumedBy,
    });
    expect(climb(used)).toMatchObject(answer === null ? { kind } : { kind, answer: { kind: answer } });
  });
});
