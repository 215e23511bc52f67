import { describe, expect, it } from 'vitest';
import type { Attempt, Gate, Todo } from '../src/index.ts';
import { checkInvariants, type DecidedCommand, type Difference } from '../src/invariants.ts';
import { moves, people } from '../src/store-suite/index.ts';
import { newStory } from './support/new-story.ts';

interface Parts {
  readonly pending: Gate;
  readonly open: Gate;
  readonly prepared: Attempt;
  readonly running: Todo;
}

async function parts(): Promise<Parts> {
  const { story } = newStory();
  await story.begin();
  const pending = await story.draft();
  await story.decide(pending);
  const open = await story.gate(pending.gate_id);
  const prepared = await story.prepare();
  return { pending, open, prepared, running: await story.todo('todo-article-1') };
}

function gate(before: Gate | null, after: Partial<Gate>, base = before?.revision ?? 0): Difference {
  const whole = { ...(before as Gate), ...after, revision: base + 1 };
  return { kind: 'gate', id: whole.gate_id, base, before, after: whole };
}

function attempt(before: Attempt, after: Partial<Attempt>): Difference {
  const whole = { ...before, ...after, revision: before.revision + 1 };
  return { kind: 'attempt', id: before.attempt_id, base: before.revision, before, after: whole };
}

function todo(before: Todo | null, after: Partial<Todo>): Difference {
  const base = before?.revision ?? 0;
  return {
    kind: 'todo',
    id: 't',
    base,
    before,
    after: { ...(before as Todo), ...after, revision: base + 1 },
  };
}

const consumed = (by: string): Partial<Gate> => ({
  status: 'closed',
  closed_for: 'consumed',
  consumed_by: by,
});

const committed = { state: 'committed', permit_id: 'permit_1' } as const;

interface Row {
  readonly law: string;
  readonly because: string;
  make(parts: Parts): readonly Difference[];
  /** What the command that was decided says otherwise than an honest commit. */
  readonly command?: Partial<DecidedCommand>;
}

const honest: DecidedCommand = {
  kind: 'commit-attempt',
  principal: people.operator,
  processId: 'process-1',
  lookedAt: null,
  now: 1_760_000_000_000,
  workspace: moves.atWork,
  storeId: moves.storeId(1),
  sameScreen: [],
};

const silent = { state: 'outcome_unknown', ended_at: 1, settle_after: honest.now + 1 } as const;

const rows: readonly Row[] = [
  {
    law: 'carried by another process',
    because: 'a permit is issued to the process that was admitted, and to no other',
    make: ({ open, prepared }) => [gate(open, consumed(prepared.attempt_id)), attempt(prepared, committed)],
    command: { processId: 'process-2' },
  },
  {
    law: 'carried by another process',
    because: 'nor to one that does not say who it is',
    make: ({ open, prepared }) => [gate(open, consumed(prepared.attempt_id)), attempt(prepared, committed)],
    command: { processId: null },
  },
  {
    law: 'by whom it is not for',
    because: 'an agent commits nothing',
    make: ({ open, prepared }) => [gate(open, consumed(prepared.attempt_id)), attempt(prepared, committed)],
    command: { principal: people.agent },
  },
  {
    law: 'comes from no capability',
    because: 'a proposal is a reducer’s',
    make: ({ prepared }) => [attempt({ ...prepared, state: 'reported' }, { state: 'settled' })],
    command: { kind: 'settle-attempt' },
  },
  {
    law: 'proposed by no capability',
    because: 'and so is the one of a void',
    make: ({ prepared }) => [attempt({ ...prepared, ...committed }, { state: 'void' })],
    command: { kind: 'void-attempt' },
  },
  {
    law: 'changes its process',
    because: 'an attempt is not handed on',
    make: ({ prepared }) => [attempt(prepared, { process_id: 'process-2' })],
  },
  {
    law: 'silence has no quiet time',
    because: 'what left may arrive for a while',
    make: ({ prepared }) => [attempt({ ...prepared, ...committed }, { state: 'outcome_unknown' })],
  },
  {
    law: 'quiet time changes',
    because: 'nobody shortens it',
    make: ({ prepared }) => [attempt({ ...prepared, ...silent }, { settle_after: 2 })],
  },
  {
    law: 'may still arrive',
    because: 'one millisecond before its time nobody says that nothing happened',
    make: ({ prepared }) => [
      attempt({ ...prepared, ...silent }, { state: 'settled', outcome: 'not_happened' }),
    ],
    command: { kind: 'settle-outcome', principal: people.owner, lookedAt: honest.now + 1 },
  },
  {
    law: 'who looked before',
    because: 'what was not there yet has arrived since',
    make: ({ prepared }) => [
      attempt(
        { ...prepared, ...silent, settle_after: honest.now },
        { state: 'settled', outcome: 'not_happened' },
      ),
    ],
    command: { kind: 'settle-outcome', principal: people.owner, lookedAt: honest.now - 1 },
  },
  {
    law: 'what was sent changes',
    because: 'what the host has told of its permit stands',
    make: ({ prepared }) => [
      attempt({ ...prepared, ...silent, permit_id: 'permit_1', permit_spent: 1 }, { permit_spent: 0 }),
    ],
  },
  {
    law: 'shows no evidence',
    because: 'a question of an attempt shows what it has seen',
    make: ({ pending }) => [gate(null, { ...pending, attention: { ...pending.attention, evidence: [] } }, 0)],
    command: { kind: 'settle-attempt', principal: people.capability },
  },
  {
    law: 'forbids nothing',
    because: 'and what stays forbidden',
    make: ({ pending }) => [
      gate(null, { ...pending, attention: { ...pending.attention, forbidden: [] } }, 0),
    ],
    command: { kind: 'void-attempt', principal: people.capability },
  },
  {
    law: 'rise by exactly one',
    because: 'a row that jumps has lost a change',
    make: ({ open }) => [{ ...gate(open, {}), after: { ...open, revision: 9 } }],
  },
  {
    law: 'born pending',
    because: 'nobody has decided yet',
    make: ({ pending }) => [{ ...gate(null, { ...pending, status: 'open' }), base: 0 }],
  },
  {
    law: 'closed gate changes',
    because: 'closed is terminal',
    make: ({ open }) => [gate({ ...open, status: 'closed', closed_for: 'rejected' }, { status: 'open' })],
  },
  {
    law: 'changes its subject',
    because: 'an approval is about one thing',
    make: ({ open }) => [gate(open, { subject_digest: 'sha256:other' })],
  },
  {
    law: 'opened by no person',
    because: 'only a person opens',
    make: ({ pending }) => [gate(pending, { status: 'open', decided_by: { kind: 'agent', id: 'a' } })],
  },
  {
    law: 'opened by whoever takes part',
    because: 'nobody approves an action of their own, under another kind of principal either',
    make: ({ pending }) => [
      gate(pending, {
        status: 'open',
        decided_by: { kind: 'human', id: pending.provenance[0]?.id ?? '' },
      }),
    ],
  },
  {
    law: 'closes without a reason',
    because: 'closed says why',
    make: ({ open }) => [gate(open, { status: 'closed' })],
  },
  {
    law: 'consumed by nobody',
    because: 'consumed says by whom',
    make: ({ open }) => [gate(open, { status: 'closed', closed_for: 'consumed' })],
  },
  {
    law: 'standing gate is consumed',
    because: 'a standing gate never is',
    make: ({ open, prepared }) => [
      gate({ ...open, kind: 'standing' }, consumed(prepared.attempt_id)),
      attempt(prepared, committed),
    ],
  },
  {
    law: 'not open is consumed',
    because: 'nobody has approved it',
    make: ({ pending, prepared }) => [
      gate(pending, consumed(prepared.attempt_id)),
      attempt(prepared, committed),
    ],
  },
  {
    law: 'consumed without a commit',
    because: 'a gate is spent by a commit, in the same decision',
    make: ({ open, prepared }) => [gate(open, consumed(prepared.attempt_id))],
  },
  {
    law: 'does not consume exactly its own gate',
    because: 'a permit comes from an open gate',
    make: ({ prepared }) => [attempt(prepared, committed)],
  },
  {
    law: 'does not consume exactly its own gate',
    because: "and not from somebody else's",
    make: ({ open, prepared }) => [
      gate({ ...open, gate_id: 'gate_other' }, consumed(prepared.attempt_id)),
      attempt(prepared, committed),
    ],
  },
  {
    law: 'about something else than its gate',
    because: 'what was approved is what is sent',
    make: ({ open, prepared }) => [
      gate(open, consumed(prepared.attempt_id)),
      attempt(prepared, { ...committed, subject_digest: 'sha256:other' }),
    ],
  },
  {
    law: 'read or draft attempt commits',
    because: 'they have nothing to commit',
    make: ({ open, prepared }) => [
      gate(open, consumed(prepared.attempt_id)),
      attempt(prepared, { ...committed, request: { ...prepared.request, effect_class: 'draft' } }),
    ],
  },
  {
    law: 'issues no permit',
    because: 'a commit without a permit is lost',
    make: ({ open, prepared }) => [
      gate(open, consumed(prepared.attempt_id)),
      attempt(prepared, { state: 'committed' }),
    ],
  },
  {
    law: 'outside a commit',
    because: 'a permit is the fruit of a commit',
    make: ({ prepared }) => [attempt(prepared, { permit_id: 'permit_1' })],
  },
  {
    law: 'a permit changes',
    because: 'one commit, one permit',
    make: ({ prepared }) => [
      attempt({ ...prepared, ...committed }, { permit_id: 'permit_2', state: 'reported' }),
    ],
  },
  {
    law: 'unknown move',
    because: 'an abandoned attempt is over',
    make: ({ prepared }) => [attempt({ ...prepared, state: 'abandoned' }, { state: 'running' })],
  },
  {
    law: 'settled twice',
    because: 'an outcome is found out once',
    make: ({ prepared }) => [
      attempt({ ...prepared, state: 'settled', outcome: 'happened' }, { outcome: 'not_happened' }),
    ],
  },
  {
    law: 'finished todo changes',
    because: 'done is terminal',
    make: ({ running }) => [todo({ ...running, state: 'done', attempt_id: null }, { because: 'other' })],
  },
  {
    law: 'unknown move',
    because: 'a reconciling todo is never simply open again',
    make: ({ running }) => [todo({ ...running, state: 'reconciling', attempt_id: null }, { state: 'open' })],
  },
  {
    law: 'fence falls',
    because: 'a lower fence is a late caller',
    make: ({ running }) => [todo(running, { fence: 0 })],
  },
  {
    law: 'running todo has no attempt',
    because: 'running means held by an attempt',
    make: ({ running }) => [todo(running, { attempt_id: null })],
  },
  {
    law: 'born at work',
    because: 'work starts by an admission',
    make: ({ running }) => [todo(null, { ...running })],
  },
];

describe('the laws, checked on every decision', () => {
  it.each(rows)('$law: $because', async ({ law, make, command: said }) => {
    const command = { ...honest, ...said };
    const differences = make(await parts());
    expect(() => checkInvariants(differences, 1, command)).toThrow(
      expect.objectContaining({ code: 'invariant_broken', message: expect.stringContaining(law) }),
    );
  });

  it('hold for a commit as it should be', async () => {
    const { open, prepared } = await parts();
    const differences = [gate(open, consumed(prepared.attempt_id)), attempt(prepared, committed)];
    expect(() => checkInvariants(differences, 1, honest)).not.toThrow();
  });

  it('refuse a decision without an event', () => {
    expect(() => checkInvariants([], 0, honest)).toThrow(/no event/);
  });
});
