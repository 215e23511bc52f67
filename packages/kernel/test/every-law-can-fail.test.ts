import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { RowKind } from '../src/index.ts';
import { checkInvariants, type Difference } from '../src/invariants.ts';
import { moves, people } from '../src/store-suite/index.ts';
import { newStory } from './support/new-story.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One law, and a change that breaks it and no law before it. `before: null` is a birth. */
interface Row {
  readonly law: string;
  readonly kind: RowKind;
  readonly before: Fields | null;
  readonly after: Fields;
  /** What else the same decision changes. */
  readonly beside?: readonly Difference[];
}

const session = {
  session_id: 's',
  computer_id: 'c',
  agent: people.agent,
  revision: 1,
  state: 'open',
  attempt_id: null,
  events: 1,
};
const computer = {
  computer_id: 'c',
  revision: 1,
  lifecycle: 'awake',
  generation: 1,
  profile_id: 'p',
  profile_revision: 1,
  sharing_scope: 'exclusive',
  screen_id: 'x',
  placement: { process_id: 'process-1' },
  sessions: [],
};
const waking = {
  computer_id: 'c',
  generation: 1,
  revision: 1,
  provider_id: 'mock',
  process_id: 'process-1',
  woken_at: 1,
  attached_at: 2,
  taken_over_at: [],
  ended_at: null,
  ended: null,
};
const screen = {
  screen_id: 'x',
  computer_id: 'c',
  revision: 1,
  width: 800,
  height: 600,
  scale_percent: 100,
  control: 'agent',
  control_epoch: 1,
  observation_generation: 1,
  attachment: 'attached',
};
const none = { attempts: 0, actions: 0, wall_ms: 0, external_writes: 0, interventions: 0 };
const quota = { scope: 'goal', scope_id: 'g', revision: 1, limits: {}, reserved: {}, used: none };
const goal = { goal_id: 'g', revision: 1, state: 'closed' };
const gate = {
  gate_id: 'gate',
  revision: 1,
  status: 'open',
  closed_for: null,
  subject_digest: 'd',
  held_by: null,
};
const todo = { todo_id: 't', revision: 1, state: 'blocked', fence: 1, attempt_id: null };

const { story } = newStory();
await story.begin();
const observedSubject = {
  ...(await story.subject('article-1')),
  action: {
    intent: { kind: 'click' },
    element: { ref: 'e1', role: 'button', name: 'Publish' },
    leaves: [],
  },
};
await story.decide(await story.draft());
const attempt = { ...(await story.prepare()), revision: 1 };
const receipt = { observed_facts: { final_action_clicked: false } };

const workspace = moves.atWork;

const action = { state: 'begun', action_digest: 'one', gate_id: null, outcome: null, revision: 1 };

const rows: readonly Row[] = [
  {
    law: 'an attempt is not born admitted',
    kind: 'attempt',
    before: null,
    after: { ...attempt, state: 'running' },
  },
  { law: 'an attempt makes an unknown move', kind: 'attempt', before: attempt, after: { state: 'settled' } },
  {
    law: 'a receipt changes',
    kind: 'attempt',
    before: { ...attempt, receipt, receipt_digest: 'one' },
    after: { receipt_digest: 'another' },
  },
  {
    law: 'a press is reported that was never committed',
    kind: 'attempt',
    before: attempt,
    after: { state: 'reported', receipt: { observed_facts: { final_action_clicked: true } } },
  },
  { law: 'what a gate shows changes hands', kind: 'gate', before: gate, after: { held_by: 'process-1' } },
  {
    law: 'a gate loses what is kept',
    kind: 'gate',
    before: { ...gate, status: 'pending' },
    after: { status: 'closed', closed_for: 'content_gone' },
  },
  {
    law: 'a question keeps what a page has said',
    kind: 'gate',
    before: null,
    after: { ...gate, status: 'pending', held_by: 'process-1', subject: observedSubject },
  },
  { law: 'a gate makes an unknown move', kind: 'gate', before: gate, after: { status: 'pending' } },
  {
    law: 'a todo makes an unknown move',
    kind: 'todo',
    before: todo,
    after: { state: 'running', attempt_id: 'a' },
  },
  { law: 'a goal makes an unknown move', kind: 'goal', before: goal, after: { state: 'active' } },
  {
    law: 'a session is not born open',
    kind: 'session',
    before: null,
    after: { ...session, state: 'closed' },
  },
  {
    law: 'an attempt is admitted in a closed session',
    kind: 'session',
    before: { ...session, state: 'closed' },
    after: { attempt_id: 'a', events: 2 },
  },
  {
    law: 'a session makes an unknown move',
    kind: 'session',
    before: { ...session, state: 'closed' },
    after: { state: 'open', events: 2 },
  },
  {
    law: 'a session changes its Computer or its agent',
    kind: 'session',
    before: session,
    after: { computer_id: 'another', events: 2 },
  },
  { law: 'a session changes without an event', kind: 'session', before: session, after: { attempt_id: 'a' } },
  {
    law: 'a workspace is born elsewhere',
    kind: 'workspace',
    before: null,
    after: { ...workspace, store_id: 'there' },
  },
  {
    law: 'the salt of a workspace changes',
    kind: 'workspace',
    before: { ...workspace },
    after: { salt: 'another' },
  },
  {
    law: 'a workspace makes an unknown move',
    kind: 'workspace',
    before: { ...workspace },
    after: { state: 'at_work' },
  },
  {
    law: 'a workspace returns to another store',
    kind: 'workspace',
    before: { ...workspace, state: 'retired' },
    after: { state: 'at_work', store_id: 'there' },
  },
  {
    law: 'a workspace is retired to where it is',
    kind: 'workspace',
    before: { ...workspace },
    after: { state: 'retired' },
  },
  { law: 'an action is born settled', kind: 'action', before: null, after: { ...action, state: 'settled' } },
  { law: 'an action asks nobody', kind: 'action', before: null, after: { ...action, state: 'asked' } },
  {
    law: 'a settled action changes',
    kind: 'action',
    before: { ...action, state: 'settled', outcome: 'performed' },
    after: { outcome: 'stopped' },
  },
  { law: 'an action makes an unknown move', kind: 'action', before: action, after: { state: 'asked' } },
  {
    law: 'an action becomes another one',
    kind: 'action',
    before: action,
    after: { state: 'settled', outcome: 'performed', action_digest: 'another' },
  },
  { law: 'a Computer is not born sleeping', kind: 'computer', before: null, after: computer },
  {
    law: 'a Computer makes an unknown move',
    kind: 'computer',
    before: computer,
    after: { lifecycle: 'waking' },
  },
  {
    law: 'a Computer changes its profile',
    kind: 'computer',
    before: computer,
    after: { profile_revision: 2 },
  },
  { law: 'a Computer changes its Screen', kind: 'computer', before: computer, after: { screen_id: 'y' } },
  {
    law: 'a placement is not where its Computer says',
    kind: 'computer',
    before: computer,
    after: { placement: null },
  },
  {
    law: 'a generation rises without a waking',
    kind: 'computer',
    before: computer,
    after: { generation: 2 },
  },
  {
    law: 'an exclusive Computer is shared',
    kind: 'computer',
    before: computer,
    after: { sessions: ['s', 't'] },
  },
  { law: 'a Screen is not born detached', kind: 'screen', before: null, after: screen },
  { law: 'a Screen changes what it is', kind: 'screen', before: screen, after: { width: 801 } },
  { law: 'a control epoch falls', kind: 'screen', before: screen, after: { control_epoch: 0 } },
  {
    law: 'an observation is taken back',
    kind: 'screen',
    before: screen,
    after: { observation_generation: 0 },
  },
  {
    law: 'control changes hands within an epoch',
    kind: 'screen',
    before: screen,
    after: { control: 'draining' },
  },
  {
    law: 'control makes an unknown move',
    kind: 'screen',
    before: screen,
    after: { control: 'human', control_epoch: 2 },
  },
  {
    law: 'a placement begins without its waking',
    kind: 'computer',
    before: { ...computer, lifecycle: 'sleeping', placement: null },
    after: { lifecycle: 'waking', generation: 2, placement: { process_id: 'process-1' } },
  },
  {
    law: 'a placement ends without its waking',
    kind: 'computer',
    before: computer,
    after: { lifecycle: 'sleeping', placement: null },
  },
  { law: 'a waking is not born held', kind: 'waking', before: null, after: waking },
  {
    law: 'a waking is born without a placement',
    kind: 'waking',
    before: null,
    after: { ...waking, attached_at: null },
  },
  {
    law: 'a waking that has ended changes',
    kind: 'waking',
    before: { ...waking, ended: 'released', ended_at: 3 },
    after: { ended: 'lost' },
  },
  { law: 'a waking becomes another one', kind: 'waking', before: waking, after: { woken_at: 0 } },
  { law: 'a Screen is attached twice', kind: 'waking', before: waking, after: { attached_at: 3 } },
  {
    law: 'a takeover is forgotten',
    kind: 'waking',
    before: { ...waking, taken_over_at: [2] },
    after: { taken_over_at: [] },
  },
  { law: 'a waking ends at no time', kind: 'waking', before: waking, after: { ended: 'released' } },
  {
    law: 'a waking ends before its placement',
    kind: 'waking',
    before: waking,
    after: { ended: 'released', ended_at: 3 },
  },
  {
    law: 'usage is not what the ledger says',
    kind: 'quota',
    before: quota,
    after: { used: { ...none, attempts: 1 } },
  },
  {
    law: 'a reservation is not settled exactly once',
    kind: 'quota',
    before: { ...quota, reserved: { attempt_1: none } },
    after: { reserved: {} },
  },
];

/** A change of one row, by exactly one revision, as every change is. */
function difference({ kind, before, after }: Pick<Row, 'kind' | 'before' | 'after'>): Difference {
  const base = before === null ? 0 : 1;
  const whole = { ...before, ...after, revision: base + 1 };
  const id = 'row';
  return { kind, id, base, before, after: whole } as unknown as Difference;
}

const command = {
  kind: 'commit-attempt',
  principal: people.operator,
  processId: 'process-1',
  lookedAt: null,
  now: 2,
  workspace,
  storeId: workspace.store_id,
  sameScreen: [],
} as const;

it.each(rows)('$law', (row) => {
  expect(() => checkInvariants([difference(row), ...(row.beside ?? [])], 1, command)).toThrow(
    expect.objectContaining({ code: 'invariant_broken', message: expect.stringContaining(`(${row.law})`) }),
  );
});

it.each([
  ['a copy', 'commit-attempt', { store_id: 'there' }],
  ['one that leaves', 'commit-attempt', { state: 'retired', store_id: 'there' }],
  ['one that arrives elsewhere', 'arrive-workspace', { state: 'retired', store_id: 'there' }],
  ['one that left another store', 'take-back-workspace', { state: 'retired' }],
] as const)('a workspace decides where it is not at work: %s', (_which, kind, changes) => {
  const there = { ...command, kind, workspace: { ...workspace, ...changes } };
  expect(() => checkInvariants([], 1, there)).toThrow('(a workspace decides where it is not at work)');
});

it('two attempts are under way on one Screen', () => {
  const own = { ...session, attempt_id: 'attempt_1' };
  const idle = { ...session, session_id: 't' };
  const at = (sameScreen: readonly unknown[]) => () =>
    checkInvariants([], 1, { ...command, sameScreen } as unknown as Parameters<typeof checkInvariants>[2]);
  expect(at([own, idle])).not.toThrow();
  expect(at([own, { ...idle, attempt_id: 'attempt_2' }])).toThrow(
    '(two attempts are under way on one Screen)',
  );
});

it.each(['evidence', 'usage', 'session-event', 'profile-revision'] as const)('%s changes', (kind) => {
  const change = { ...difference({ kind, before: {}, after: {} }), base: 0 };
  expect(() => checkInvariants([change], 1, command)).toThrow(`(${kind} changes)`);
});

it('is true of every law that the source has: a law that cannot fail is none', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const laws = [...read('../src/invariants.ts').matchAll(/broken\('([^']+)'\)/g)].map(([, law]) => law ?? '');
  // The rows of the other table name their laws by a part that no other law has.
  const parts = [...read('./invariants.test.ts').matchAll(/law: '([^']+)'/g)].map(([, part]) => part ?? '');
  const elsewhere = parts.filter((part) => laws.filter((law) => law.includes(part)).length === 1);
  const shown = (law: string) =>
    law === 'a decision has no event' ||
    law === 'a workspace decides where it is not at work' ||
    law === 'two attempts are under way on one Screen' ||
    rows.some((row) => row.law === law) ||
    elsewhere.some((part) => law.includes(part));
  expect(laws.filter((law) => !shown(law))).toEqual([]);
});
