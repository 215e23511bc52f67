import { array, asyncProperty, assert as check, constantFrom, integer, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attempt, Store, Todo } from '../src/index.ts';
import { people, records, type Story } from '../src/store-suite/index.ts';
import { reduceHonestly } from './support/honest-reducer.ts';
import { newStory } from './support/new-story.ts';
import { rareWalks } from './support/rare-walks.ts';
import { runsOf } from './support/runs.ts';

/**
 * An honest host and an honest reducer beside people who do what they like: nothing may end where nobody can move it.
 */
const articles = ['article-1', 'article-2'] as const;
const moves = [
  'attempt',
  'attempt',
  'attempt',
  'attempt-and-crash',
  'reduce',
  'reduce',
  'approve',
  'approve',
  'reject',
  'revoke',
  'reopen',
  'cancel',
  'meet-wall',
  'sign-in',
  'second-todo',
  'take-name',
  'new-content',
  'person-says',
  'recover',
  'time',
] as const;

interface Step {
  readonly move: (typeof moves)[number];
  readonly pick: number;
}

function pick<Value>(values: readonly Value[], index: number): Value | undefined {
  return values[index % Math.max(values.length, 1)];
}

/** One attempt up to its report, as far as the kernel lets it; whether its evidence is kept is up to the vault. */
async function attempt(story: Story, todo: Todo, step: Step, crash: boolean): Promise<void> {
  const effects = {
    draft_until_review_gate: 'draft',
    publish_after_approved_gate: 'external_write',
    enrol_stored_session: 'credential_use',
    inspect_screen: 'read',
  } as const;
  const effect = effects[todo.action_unit as keyof typeof effects];
  const admitted = await story.send('admit-attempt', await story.admission(todo.todo_id, effect));
  if (admitted.kind === 'refused') return;
  const { attempt_id, fence } = admitted.result;
  if (crash && step.pick % 3 === 0) return;
  await story.must('start-attempt', {
    attempt_id,
    fence,
    process_id: 'process-1',
    session_reference: `session-${attempt_id}`,
  });
  const running = await story.attempt(attempt_id);
  if (effect === 'external_write') {
    const subject_digest = running.subject_digest ?? '';
    const prepared = await story.send('prepare-attempt', {
      attempt_id,
      fence,
      process_id: 'process-1',
      subject_digest,
    });
    if (prepared.kind === 'accepted') await story.send('commit-attempt', story.commitInput(running));
  }
  if (crash) return;
  if (step.pick % 11 !== 0) await story.addEvidence(running);
  await story.send(
    'report-attempt',
    story.reportInput(running, endingOf(await story.attempt(attempt_id), step)),
  );
}

function endingOf(running: Attempt, { pick }: Step) {
  if (running.state === 'committed') return pick % 3 === 0 ? 'press-unknown' : 'published';
  if (pick % 4 === 0) return 'failed';
  const endings = { read: 'read', draft: 'drafted', credential_use: 'signed-in', external_write: 'failed' };
  return endings[running.request.effect_class] as 'read' | 'drafted' | 'signed-in' | 'failed';
}

function outcomeOf(pick: number): 'happened' | 'not_happened' {
  return pick % 2 === 0 ? 'happened' : 'not_happened';
}

async function play(story: Story, step: Step): Promise<void> {
  const { kernel, workspace } = story;
  const todos = await kernel.todos(workspace);
  const todo = pick(todos, step.pick);
  if (todo === undefined) return;
  const { todo_id } = todo;
  switch (step.move) {
    case 'attempt':
    case 'attempt-and-crash': {
      const open = pick(
        todos.filter(({ state }) => state === 'open'),
        step.pick,
      );
      if (open !== undefined) await attempt(story, open, step, step.move === 'attempt-and-crash');
      return;
    }
    case 'reduce': {
      const waiting = pick(await unreduced(story), step.pick);
      if (waiting !== undefined) await reduceHonestly(story, waiting, outcomeOf(step.pick));
      return;
    }
    case 'meet-wall': {
      const drafting = todos.filter(
        ({ state, action_unit }) => state === 'open' && action_unit === 'draft_until_review_gate',
      );
      const draft = pick(drafting, step.pick);
      // A pick that is a multiple of four fails.
      if (draft !== undefined) await attempt(story, draft, { ...step, pick: 4 }, false);
      for (const each of await unreduced(story)) await reduceHonestly(story, each, outcomeOf(step.pick));
      return;
    }
    case 'sign-in': {
      const enrolling = todos.filter(({ action_unit }) => action_unit === 'enrol_stored_session');
      const enrolment = pick(enrolling, step.pick);
      if (enrolment?.state === 'awaiting_gate') await approve(story, enrolment);
      if (enrolment?.state === 'open') await attempt(story, enrolment, step, false);
      return;
    }
    case 'approve':
    case 'reject':
    case 'revoke':
      return decide(story, step);
    case 'reopen':
      await story.send('reopen-todo', { todo_id }, people.owner);
      return;
    case 'cancel':
      await story.send('cancel-todo', { todo_id });
      return;
    case 'second-todo':
      await story.send('create-todo', newTodo(`todo-more-${step.pick % 4}`, pick(articles, step.pick)));
      return;
    case 'take-name': {
      const name =
        step.pick % 2 === 0 ? `read-back-${todo.fence + 1}-${todo.record_id}` : `${todo_id}-enrol-1`;
      await story.send('create-todo', newTodo(name, undefined));
      return;
    }
    case 'new-content':
      return newContent(story, step);
    case 'person-says': {
      const attempts = await kernel.attempts(workspace);
      const said = pick(attempts, step.pick);
      if (said !== undefined) await say(story, said.attempt_id, outcomeOf(step.pick));
      return;
    }
    case 'recover':
      await kernel.recover(workspace, 'process-2', { deadProcesses: ['process-1'] });
      return;
    case 'time':
      story.clock.advance((step.pick % 5) * 1_000_000);
  }
}

function newTodo(todo_id: string, record_id: string | undefined) {
  return {
    goal_id: 'goal-1',
    todo_id,
    capability: records.capability,
    action_unit: record_id === undefined ? 'inspect_screen' : 'draft_until_review_gate',
    record_id: record_id ?? null,
  } as const;
}

async function newContent(story: Story, { pick: index }: Step): Promise<void> {
  const record_id = pick(articles, index) ?? 'article-1';
  const known = await story.kernel.record(story.workspace, records.capability, record_id);
  await story.send(
    'put-record',
    {
      capability: records.capability,
      record_id,
      expected_version: known?.version ?? 0,
      state: known?.state ?? 'draft',
      content_digest: records.contentDigest(`text ${index % 3}`),
      facts: {},
      ends_approvals: index % 4 === 0,
    },
    people.capability,
  );
}

async function decide(story: Story, { move, pick: index }: Step): Promise<void> {
  const gates = await story.kernel.gates(story.workspace, { statuses: ['pending', 'open'] });
  const gate = pick(gates, index);
  if (gate === undefined) return;
  const { gate_id, revision } = gate;
  if (move === 'revoke') {
    await story.send('revoke-gate', { gate_id, revision, reason: null }, people.reviewer);
    return;
  }
  const decision = move === 'approve' ? 'approve' : 'reject';
  await story.send('decide-gate', { gate_id, revision, decision, reason: null }, people.reviewer);
}

async function approve(story: Story, todo: Todo) {
  const { gate_id, revision } = await story.gate(todo.gate_id);
  const approval = { gate_id, revision, decision: 'approve', reason: null } as const;
  return story.send('decide-gate', approval, people.reviewer);
}

async function say(story: Story, attempt_id: string, outcome: 'happened' | 'not_happened') {
  return story.send('settle-outcome', await story.look(attempt_id, outcome), people.owner);
}

/** What a host has to run its reducers on. */
async function unreduced(story: Story): Promise<readonly string[]> {
  const report = await story.kernel.recover(story.workspace, story.processId);
  return report.awaiting_reducer;
}

/** Whatever has happened: everything that is not over has somebody who can move it, shown by letting them. */
async function everythingMoves(story: Story, store: Store): Promise<void> {
  const { kernel, workspace } = story;
  await kernel.recover(workspace, 'process-2', { deadProcesses: ['process-1'] });
  for (const attemptId of await unreduced(story)) {
    const answer = await reduceHonestly(story, attemptId, 'happened');
    expect(answer, 'a lawful proposal settles').toMatchObject({ kind: 'accepted' });
  }
  expect(await kernel.attempts(workspace, { states: ['reported'] }), 'nothing stays reported').toEqual([]);
  expect(await kernel.todos(workspace, { states: ['running'] }), 'nothing stays running').toEqual([]);
  for (const todo of await kernel.todos(workspace)) await movesOn(story, todo.todo_id);
  for (const { body } of await store.list(workspace, 'lock', { states: ['locked'] })) {
    const { unsettled } = JSON.parse(body) as { readonly unsettled: readonly string[] };
    for (const attemptId of unsettled) {
      const answer = await say(story, attemptId, 'happened');
      expect(answer, 'no place is held by what nobody can settle').toMatchObject({ kind: 'accepted' });
    }
  }
  expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
}

async function movesOn(story: Story, todoId: string): Promise<void> {
  const todo = await story.todo(todoId);
  switch (todo.state) {
    case 'done':
    case 'cancelled':
      return;
    case 'running':
      throw new Error('nothing stays running');
    case 'open':
      return admissible(story, todo);
    case 'awaiting_gate': {
      expect(await approve(story, todo)).toMatchObject({ kind: 'accepted' });
      return admissible(story, await story.todo(todoId));
    }
    case 'reconciling':
      return outcomeCanBeSaid(story, todo);
    case 'blocked': {
      expect(todo.because, 'a person is told why').not.toBeNull();
      const answer = await story.send('reopen-todo', { todo_id: todoId }, people.owner);
      if (answer.kind === 'accepted') return;
      if (answer.rule === 'todo.outcome-unknown') return outcomeCanBeSaid(story, todo);
      expect(await story.send('cancel-todo', { todo_id: todoId }), answer.rule).toMatchObject({
        kind: 'accepted',
      });
    }
  }
}

/** Open means runnable: a unit that needs an approval has one that is open. */
async function admissible(story: Story, todo: Todo): Promise<void> {
  expect(todo.state).toBe('open');
  if (todo.action_unit !== 'publish_after_approved_gate' && todo.action_unit !== 'enrol_stored_session')
    return;
  expect((await story.gate(todo.gate_id)).status, `${todo.todo_id} (${todo.because})`).toBe('open');
}

async function outcomeCanBeSaid(story: Story, todo: Todo): Promise<void> {
  const attempts = await story.kernel.attempts(story.workspace, { todo_id: todo.todo_id });
  const last = attempts.find(({ fence }) => fence === todo.fence);
  expect(await say(story, last?.attempt_id ?? '', 'happened')).toMatchObject({ kind: 'accepted' });
  expect((await story.todo(todo.todo_id)).state).toBe('done');
}

const runs = runsOf({ share: 14, whole: 62 });

/** The steps of a walk that is written down. */
function stepsOf(walk: string): Step[] {
  return walk.split(',').map((each) => {
    const [name, pick] = each.trim().split(' ');
    const move = moves.find((known) => known === name);
    if (move === undefined) throw new Error(`there is no move ${name}`);
    return { move, pick: Number(pick) };
  });
}

describe('after any sequence of an honest host and reducer beside free people', () => {
  it(`nothing is left that nobody can move (${runs} sequences)`, async () => {
    const step = record({ move: constantFrom(...moves), pick: integer({ min: 0, max: 60 }) });
    const reasons = new Set<string>();
    let published = 0;
    await check(
      asyncProperty(array(step, { minLength: 30, maxLength: 90 }), async (steps) => {
        const { story, store } = newStory();
        for (const article of articles) await story.begin(article);
        for (const each of steps) {
          await play(story, each);
          for (const { because } of await story.kernel.todos(story.workspace)) reasons.add(because ?? '');
        }
        await everythingMoves(story, store);
        const attempts = await story.kernel.attempts(story.workspace);
        published += attempts.filter(({ permit_id }) => permit_id !== null).length;
      }),
      { numRuns: runs, seed: 20_260_730, examples: rareWalks.map((walk): [Step[]] => [stepsOf(walk)]) },
    );
    // A walk that never commits, and never meets what stands in a proposal's way, proves little.
    expect(published).toBeGreaterThan(runs / 8);
    expect([...reasons]).toEqual(
      expect.arrayContaining([
        'gate.subject-asked-elsewhere',
        'gate.subject-rejected',
        'record.outcome-unknown',
        'gate.stands',
        'todo.exists',
      ]),
    );
  });
});
