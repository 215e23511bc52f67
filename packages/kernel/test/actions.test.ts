import { describe, expect, it } from 'vitest';
import { actions, computers, people, records, type Story } from '../src/store-suite/index.ts';
import { newStory } from './support/new-story.ts';

const todoId = 'todo-article-1';
const { asked, askedFor, atWork, beginning, committed, held, observed, raising, runIn, settling } = actions;

async function begun(): Promise<{ readonly story: Story; readonly work: actions.AtWork }> {
  const { story } = newStory();
  await story.begin();
  return { story, work: await atWork(story) };
}

async function kindsOf(story: Story, { session_id }: actions.AtWork): Promise<readonly string[]> {
  const events = await story.kernel.sessionEvents(story.workspace, session_id);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  return events.map(({ kind }) => kind);
}

function settleAsking(
  story: Story,
  { subject, attention, expires_in_ms }: Awaited<ReturnType<typeof raising>>,
  work: actions.AtWork,
) {
  const gate = { kind: 'item', todo_id: todoId, subject, attention, expires_in_ms } as const;
  return story.settle(work.attempt, records.proposalFor({ state: 'awaiting_gate' }, { gate }));
}

describe('an action of an agent', () => {
  it('is known before it is carried out, and makes whoever saw the Screen before late', async () => {
    const { story, work } = await begun();
    const { kernel, workspace } = story;
    const before = await observed(story, work);
    await story.must('begin-action', await beginning(story, work));
    expect(await kernel.action(workspace, people.agent.id, 'a-1')).toMatchObject({
      state: 'begun',
      attempt_id: work.attempt.attempt_id,
      outcome: null,
    });
    expect(await observed(story, work)).toBe(before + 1);
    await story.must('settle-action', { ...settling(work), outcome: 'stopped', rule: 'target_stale' });
    expect(await kernel.actions(workspace, work.session_id)).toMatchObject([
      { state: 'settled', outcome: 'stopped', rule: 'target_stale' },
    ]);
    expect(await kindsOf(story, work)).toEqual([
      'session-opened',
      'attempt-admitted',
      'attempt-running',
      'action-begun',
      'action-stopped',
    ]);
    expect((await kernel.verifyAudit(workspace)).ok).toBe(true);
  });

  it('has a key of its agent’s own: another agent’s namesake is another action', async () => {
    const { story, work } = await begun();
    await story.must('begin-action', await beginning(story, work));
    expect(await story.kernel.action(story.workspace, 'another-agent', 'a-1')).toBeNull();
    expect(await story.kernel.action('another-workspace', people.agent.id, 'a-1')).toBeNull();
  });
});

describe('an approval of one action', () => {
  it('is a gate that its todo waits for; its one effect is a commit’s, and the session tells all of it', async () => {
    const { story, work } = await begun();
    const gate = await askedFor(story, work);
    expect(gate).toMatchObject({ status: 'pending', revision: 1, kind: 'item' });
    expect(await story.todo(todoId)).toMatchObject({
      state: 'awaiting_gate',
      gate_id: gate.gate_id,
      action_unit: 'publish_after_approved_gate',
    });
    await story.decide(gate);
    const press = await committed(story, work, gate);
    await story.must('settle-action', settling(press));
    expect(await story.gate(gate.gate_id)).toMatchObject({
      closed_for: 'consumed',
      consumed_by: press.attempt.attempt_id,
    });
    expect((await kindsOf(story, work)).slice(3)).toEqual([
      'approval-asked',
      'attempt-reported',
      'attempt-settled',
      'approval-open',
      'attempt-admitted',
      'attempt-running',
      'attempt-prepared',
      'approval-consumed',
      'attempt-committed',
      'action-performed',
    ]);
    expect((await story.kernel.verifyAudit(story.workspace)).ok).toBe(true);
  });

  it('is one for every key under which the same is asked', async () => {
    const { story, work } = await begun();
    const gate = await askedFor(story, work);
    const joined = await story.must('join-approval', {
      ...asked('a-2', 'Publish'),
      session_id: work.session_id,
      gate_id: gate.gate_id,
    });
    expect(joined.gate_id).toBe(gate.gate_id);
    await story.decide(gate);
    const late = { ...asked('a-3', 'Publish'), session_id: work.session_id, gate_id: gate.gate_id };
    expect(await story.must('join-approval', late)).toMatchObject({ gate_id: gate.gate_id, revision: 2 });
    const keys = await story.kernel.actions(story.workspace, work.session_id);
    expect(keys.map(({ gate_id }) => gate_id)).toEqual([gate.gate_id, gate.gate_id, gate.gate_id]);
  });

  it('outlives its process: the todo of a host that dies before its attempt has ended waits for it', async () => {
    const { story, work } = await begun();
    const { gate_id } = await story.must('raise-approval', await raising(story, work));
    await story.must('take-over-attempt', {
      attempt_id: work.attempt.attempt_id,
      fence: work.attempt.fence,
      dead_processes: [story.processId],
    });
    expect(await story.todo(todoId)).toMatchObject({ state: 'awaiting_gate', gate_id });
    await story.decide(await story.gate(gate_id));
    expect(await story.todo(todoId)).toMatchObject({
      state: 'open',
      action_unit: 'publish_after_approved_gate',
    });
  });

  it('is not decided while its attempt is still ending', async () => {
    const { story, work } = await begun();
    const input = await raising(story, work);
    const { gate_id, revision } = await story.must('raise-approval', input);
    const deciding = { gate_id, revision, decision: 'approve', reason: null } as const;
    expect(await story.send('decide-gate', deciding, people.reviewer)).toMatchObject({
      rule: 'gate.todo-not-waiting',
    });
    await story.must('report-attempt', story.reportInput(work.attempt, 'drafted'));
    await settleAsking(story, input, work);
    expect(await story.send('decide-gate', deciding, people.reviewer)).toMatchObject({ kind: 'accepted' });
  });

  it.each(['pending', 'open'] as const)(
    'ends with its page while it is %s, and its todo drafts again',
    async (status) => {
      const { story, work } = await begun();
      const gate = await askedFor(story, work);
      if (status === 'open') await story.decide(gate);
      const { gate_id, revision } = await story.gate(gate.gate_id);
      await story.must('supersede-approval', { gate_id, revision });
      expect(await story.gate(gate_id)).toMatchObject({ closed_for: 'superseded' });
      expect(await story.todo(todoId)).toMatchObject({
        state: 'open',
        gate_id: null,
        action_unit: 'draft_until_review_gate',
      });
      const draft = await runIn(story, work.session_id, 'draft');
      const anew = await story.must(
        'raise-approval',
        await raising(story, { ...work, attempt: draft }, 'a-2'),
      );
      expect(anew.gate_id).not.toBe(gate_id);
    },
  );

  it('that was turned down is asked again only after a person has put its todo back to work', async () => {
    const { story, work } = await begun();
    const gate = await askedFor(story, work);
    await story.decide(gate, 'reject');
    expect(await story.todo(todoId)).toMatchObject({ state: 'blocked', because: 'gate.rejected' });
    await story.must('reopen-todo', { todo_id: todoId }, people.owner);
    expect(await story.todo(todoId)).toMatchObject({ state: 'open', action_unit: 'draft_until_review_gate' });
    const draft = await runIn(story, work.session_id, 'draft');
    const anew = await story.must('raise-approval', await raising(story, { ...work, attempt: draft }, 'a-2'));
    expect((await story.gate(anew.gate_id)).status).toBe('pending');
    expect((await story.gate(gate.gate_id)).closed_for).toBe('rejected');
  });

  it('is not asked for while the outcome of an earlier one is unknown', async () => {
    const { story, work } = await begun();
    const gate = await askedFor(story, work);
    await story.decide(gate);
    const press = await committed(story, work, gate);
    const { attempt } = press;
    await story.must('abandon-attempt', { ...held(attempt), because: 'host-fault' });
    await story.must('create-todo', {
      goal_id: 'goal-1',
      todo_id: 'todo-again',
      capability: records.capability,
      action_unit: 'draft_until_review_gate',
      record_id: 'article-1',
    });
    const again = await runIn(story, work.session_id, 'draft', {}, 'todo-again');
    const input = await raising(story, { ...work, attempt: again }, 'a-2');
    expect(await story.send('raise-approval', input)).toMatchObject({ rule: 'record.outcome-unknown' });
  });

  it('ends when a person gives the Screen back, whatever it had come to', async () => {
    const { story, work } = await begun();
    const gate = await askedFor(story, work);
    await story.decide(gate);
    const control = () => computers.control(story, work.awake);
    await story.must('begin-takeover', await control(), people.reviewer);
    await story.must('finish-draining', await control());
    await story.must('hand-back', await control(), people.reviewer);
    expect(await story.gate(gate.gate_id)).toMatchObject({ closed_for: 'superseded' });
  });
});
