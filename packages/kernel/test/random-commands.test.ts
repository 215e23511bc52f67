import { array, asyncProperty, assert as check, constantFrom, integer, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attempt, Gate, Store, Todo } from '../src/index.ts';
import { people, records, type Story } from '../src/store-suite/index.ts';
import { expectLedger } from './support/ledger.ts';
import { newStory } from './support/new-story.ts';
import { runsOf } from './support/runs.ts';

const articles = ['article-1', 'article-2', 'article-3'] as const;
const moves = [
  'go-draft',
  'go-approve',
  'go-commit',
  'go-commit',
  'go-read-back',
  'admit-draft',
  'admit-write',
  'admit-read',
  'start',
  'renew',
  'prepare',
  'commit',
  'report-drafted',
  'report-published',
  'report-unknown',
  'report-failed',
  'report-read',
  'ask',
  'read-back',
  'settle-happened',
  'settle-not-happened',
  'open-again',
  'void',
  'abandon',
  'approve',
  'reject',
  'revoke',
  'reopen',
  'cancel',
  'new-content',
  'recover',
  'person-settles',
  'time',
  'limit',
] as const;

type Move = (typeof moves)[number];

interface Step {
  readonly move: Move;
  readonly article: (typeof articles)[number];
  readonly pick: number;
}

function pick<Value>(values: readonly Value[], index: number): Value | undefined {
  return values[index % Math.max(values.length, 1)];
}

/** Sends one command as somebody careless or hostile might: whatever the state is. A refusal is as good as anything. */
async function play(story: Story, step: Step): Promise<void> {
  const { workspace, kernel } = story;
  const todos = await kernel.todos(workspace);
  const attempts = await kernel.attempts(workspace);
  const gates = await kernel.gates(workspace);
  const todo = pick(todos, step.pick);
  // Ids count, so the last one is the newest: mostly the newest are picked, now and then an old one.
  const newest = [...attempts].sort((left, right) => (left.attempt_id < right.attempt_id ? 1 : -1));
  const attempt = pick(step.pick > 25 ? newest : newest.slice(0, 3), step.pick);
  const gate = pick(gates, step.pick);
  const own = await kernel.todo(workspace, `todo-${step.article}`);
  if (todo === undefined || own === null) return;
  await (plays[step.move] ?? (async () => undefined))({ story, step, todo, attempt, gate });
}

interface Scene {
  readonly story: Story;
  readonly step: Step;
  readonly todo: Todo;
  readonly attempt: Attempt | undefined;
  readonly gate: Gate | undefined;
}

type Play = (scene: Scene) => Promise<unknown>;

const onAttempt =
  (play: (story: Story, attempt: Attempt, scene: Scene) => Promise<unknown>): Play =>
  async (scene) =>
    scene.attempt === undefined ? undefined : play(scene.story, scene.attempt, scene);

const decide =
  (decision: 'approve' | 'reject'): Play =>
  async ({ story, gate, step }) => {
    if (gate === undefined) return;
    const who = pick([people.reviewer, people.owner, people.agent, people.author], step.pick);
    const { gate_id, revision } = gate;
    await story.send('decide-gate', { gate_id, revision, decision, reason: null }, who);
  };

const admit =
  (effect: 'read' | 'draft' | 'external_write'): Play =>
  async ({ story, todo }) => {
    if (effect === 'external_write' && todo.record_id === null) return;
    await story.send('admit-attempt', await story.admission(todo.todo_id, effect));
  };

const report = (ending: 'drafted' | 'published' | 'press-unknown' | 'failed' | 'read'): Play =>
  onAttempt(async (story, attempt) => {
    const { attempt_id, fence } = attempt;
    await story.send('add-evidence', {
      attempt_id,
      fence,
      evidence_class: 'screenshot',
      digest: records.evidenceDigest,
      size: 1,
      redacted: true,
    });
    await story.send('report-attempt', story.reportInput(attempt, ending));
  });

const settle = (outcome: 'happened' | 'not_happened'): Play =>
  onAttempt(async (story, attempt, { todo }) => {
    const own = await story.todo(attempt.todo_id);
    const about = own.reconciles_attempt_id ?? attempt.attempt_id;
    const asking = await story.asking(todo.todo_id, todo.record_id ?? 'article-1');
    await story.send(
      'settle-attempt',
      {
        attempt_id: attempt.attempt_id,
        proposal: records.proposalFor(
          { state: 'done' },
          {
            evidence: [records.evidenceDigest],
            gate: outcome === 'happened' ? null : asking.gate,
            settles: {
              attempt_id: about,
              outcome,
              todo_state: outcome === 'happened' ? 'done' : 'awaiting_gate',
              attention: null,
            },
          },
        ),
      },
      people.capability,
    );
  });

/** Several commands in a row on one todo; each may be refused. */
const series =
  (...names: readonly Move[]): Play =>
  async (scene) => {
    for (const name of names) {
      const { story, todo } = scene;
      const attempts = await story.kernel.attempts(story.workspace, { todo_id: todo.todo_id });
      const attempt = [...attempts].sort((left, right) => right.fence - left.fence)[0];
      await plays[name]({ ...scene, attempt });
    }
  };

const plays: Readonly<Record<Move, Play>> = {
  'go-draft': series('admit-draft', 'start', 'report-drafted', 'ask'),
  'go-approve': async (scene) => {
    const { story, todo } = scene;
    const gate = todo.gate_id === null ? undefined : await story.gate(todo.gate_id);
    await plays.approve({ ...scene, gate, step: { ...scene.step, pick: 0 } });
  },
  'go-commit': series('go-approve', 'admit-write', 'start', 'prepare', 'commit'),
  'go-read-back': series('admit-read', 'start', 'report-read', 'settle-happened'),
  'admit-draft': admit('draft'),
  'admit-write': admit('external_write'),
  'admit-read': admit('read'),
  start: onAttempt((story, { attempt_id, fence }) =>
    story.send('start-attempt', {
      attempt_id,
      fence,
      process_id: 'process-1',
      session_reference: `session-${fence}`,
    }),
  ),
  renew: onAttempt((story, { attempt_id, fence }) =>
    story.send('renew-lease', { attempt_id, fence, process_id: 'process-1', lease_ms: 60_000 }),
  ),
  prepare: onAttempt((story, { attempt_id, fence, subject_digest }) =>
    story.send('prepare-attempt', {
      attempt_id,
      fence,
      process_id: 'process-1',
      subject_digest: subject_digest ?? records.evidenceDigest,
    }),
  ),
  commit: onAttempt(async (story, attempt) => {
    if (attempt.request.gate_binding === undefined) return;
    await story.send('commit-attempt', story.commitInput(attempt));
  }),
  'report-drafted': report('drafted'),
  'report-published': report('published'),
  'report-unknown': report('press-unknown'),
  'report-failed': report('failed'),
  'report-read': report('read'),
  ask: onAttempt(async (story, attempt) => {
    const todo = await story.todo(attempt.todo_id);
    const proposal = await story.asking(todo.todo_id, todo.record_id ?? 'article-1');
    await story.send('settle-attempt', { attempt_id: attempt.attempt_id, proposal }, people.capability);
  }),
  'read-back': onAttempt(async (story, attempt) => {
    const todo = await story.todo(attempt.todo_id);
    const proposal = story.readingBack(attempt, todo.record_id ?? 'article-1');
    await story.send('settle-attempt', { attempt_id: attempt.attempt_id, proposal }, people.capability);
  }),
  'settle-happened': settle('happened'),
  'settle-not-happened': settle('not_happened'),
  'open-again': onAttempt((story, { attempt_id }) =>
    story.send(
      'settle-attempt',
      { attempt_id, proposal: records.proposalFor({ state: 'open' }) },
      people.capability,
    ),
  ),
  void: onAttempt(async (story, attempt) => {
    const todo = await story.todo(attempt.todo_id);
    const { attempt_id, fence, permit_id, process_id } = attempt;
    const proposal = await story.asking(todo.todo_id, todo.record_id ?? 'article-1');
    const input = { attempt_id, fence, permit_id: permit_id ?? 'permit_none', process_id, proposal };
    await story.send('void-attempt', input, people.capability);
  }),
  abandon: onAttempt((story, { attempt_id, fence }) =>
    story.send('abandon-attempt', { attempt_id, fence, process_id: 'process-1', because: 'host-fault' }),
  ),
  approve: decide('approve'),
  reject: decide('reject'),
  revoke: async ({ story, gate }) => {
    if (gate === undefined) return;
    const { gate_id, revision } = gate;
    await story.send('revoke-gate', { gate_id, revision, reason: null }, people.reviewer);
  },
  reopen: ({ story, todo }) => story.send('reopen-todo', { todo_id: todo.todo_id }, people.owner),
  cancel: async ({ story, todo, step }) => {
    if (step.pick % 5 === 0) await story.send('cancel-todo', { todo_id: todo.todo_id });
  },
  'new-content': async ({ story, step }) => {
    const known = await story.kernel.record(story.workspace, records.capability, step.article);
    await story.send(
      'put-record',
      {
        capability: records.capability,
        record_id: step.article,
        expected_version: known?.version ?? 0,
        state: known?.state ?? 'draft',
        content_digest: records.contentDigest(`text ${step.pick}`),
        facts: {},
        ends_approvals: step.pick % 3 === 0,
      },
      people.capability,
    );
  },
  recover: ({ story, step }) =>
    story.kernel.recover(story.workspace, `process-${step.pick}`, {
      deadProcesses: step.pick % 2 === 0 ? ['process-1'] : [],
    }),
  'person-settles': onAttempt(async (story, { attempt_id }, { step }) =>
    story.send(
      'settle-outcome',
      await story.look(attempt_id, step.pick % 2 === 0 ? 'happened' : 'not_happened'),
      people.owner,
    ),
  ),
  time: async ({ story, step }) => {
    story.clock.advance((step.pick % 7) * 20_000 - 40_000);
  },
  // A limit may be set at any moment, for a place that has used and reserved by then, and may be too low at once.
  limit: async ({ story, step, todo }) => {
    const limit = step.pick % 4 === 0 ? step.pick : 1_000_000_000;
    const of = (
      [
        { scope: 'workspace' },
        { scope: 'goal', goal_id: todo.goal_id },
        { scope: 'todo', todo_id: todo.todo_id },
      ] as const
    )[step.pick % 3];
    if (of === undefined) return;
    await story.send('set-quota', { of, limits: { attempts: limit, interventions: limit } });
  },
};

/** What must be true after any sequence at all. */
async function consistent(story: Story, store: Store): Promise<void> {
  const { kernel, workspace } = story;
  const [todos, attempts, gates] = await Promise.all([
    kernel.todos(workspace),
    kernel.attempts(workspace),
    kernel.gates(workspace),
  ]);
  const committed = attempts.filter((attempt) => attempt.permit_id !== null);
  const spent = committed.map((attempt) => attempt.request.gate_binding?.gate_id);
  expect(new Set(spent).size, 'at most one commit per gate').toBe(spent.length);
  const consumed = gates.filter((gate) => gate.closed_for === 'consumed');
  expect(consumed.map((gate) => gate.consumed_by).sort()).toEqual(
    committed.map((attempt) => attempt.attempt_id).sort(),
  );
  for (const gate of gates) {
    const approved = gate.status === 'open' || gate.closed_for === 'consumed';
    if (approved) expect(gate.decided_by?.kind, 'only a person opens').toBe('human');
    if (approved) expect(gate.provenance.map(({ id }) => id)).not.toContain(gate.decided_by?.id);
  }
  for (const todo of todos) checkTodo(todo, attempts, gates);
  checkUnsettled(attempts, todos);
  await expectLedger(story);
  expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
  const log = JSON.stringify(await store.events(workspace, 0, 100_000));
  for (const word of ['Publish', 'Confirm', 'newsroom', 'take over']) {
    expect(log, 'no text of a question, page or record in the log').not.toContain(word);
  }
}

function checkTodo(todo: Todo, attempts: readonly Attempt[], gates: readonly Gate[]): void {
  const holding = attempts.filter(
    (attempt) =>
      attempt.todo_id === todo.todo_id &&
      ['admitted', 'running', 'prepared', 'committed', 'reported'].includes(attempt.state),
  );
  expect(holding.map((attempt) => attempt.attempt_id)).toEqual(
    todo.state === 'running' ? [todo.attempt_id] : [],
  );
  const live = gates.filter((gate) => gate.todo_id === todo.todo_id && gate.status !== 'closed');
  expect(live.length, 'a todo waits for one decision').toBeLessThanOrEqual(1);
  if (todo.state === 'awaiting_gate') {
    expect(live.map((gate) => gate.gate_id)).toEqual([todo.gate_id]);
    expect(live[0]?.status).toBe('pending');
  }
  if (todo.state === 'cancelled' || todo.state === 'done') expect(live).toEqual([]);
}

/** One write at a time in one place: no two attempts whose outcome is open are about the same record. */
function checkUnsettled(attempts: readonly Attempt[], todos: readonly Todo[]): void {
  const reconciling = new Set(
    todos.filter((todo) => todo.state === 'reconciling').map((todo) => `${todo.todo_id} ${todo.fence}`),
  );
  const open = attempts.filter(
    (attempt) =>
      attempt.permit_id !== null &&
      (['committed', 'reported', 'outcome_unknown'].includes(attempt.state) ||
        (attempt.state === 'settled' &&
          attempt.outcome === null &&
          reconciling.has(`${attempt.todo_id} ${attempt.fence}`))),
  );
  const places = open.map((attempt) => attempt.subject?.record_id);
  expect(new Set(places).size, 'one unsettled write per place').toBe(places.length);
}

const runs = runsOf({ share: 15, whole: 60 });
const length = 60;

describe('any sequence of commands', () => {
  it(`keeps every law (${runs} sequences of up to ${length})`, async () => {
    const step = record({
      move: constantFrom(...moves),
      article: constantFrom(...articles),
      pick: integer({ min: 0, max: 30 }),
    });
    const seen = { committed: 0, settled: 0 };
    await check(
      asyncProperty(array(step, { minLength: 20, maxLength: length }), async (steps) => {
        const { story, store } = newStory();
        for (const article of articles) await story.begin(article);
        await story.decide(await story.draft('article-1'));
        await story.draft('article-2');
        for (const each of steps) await play(story, each);
        await consistent(story, store);
        const attempts = await story.kernel.attempts(story.workspace);
        seen.committed += attempts.filter((attempt) => attempt.permit_id !== null).length;
        seen.settled += attempts.filter((attempt) => attempt.outcome !== null).length;
      }),
      { numRuns: runs, seed: 20_260_730 },
    );
    // A sequence that never commits proves little: the random walk has to get there.
    expect(seen.committed).toBeGreaterThan(runs / 4);
  });
});
