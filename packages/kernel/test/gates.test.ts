import { describe, expect, it } from 'vitest';
import { people, records } from '../src/store-suite/index.ts';
import { newStory } from './support/new-story.ts';

const todoId = 'todo-article-1';

describe('a gate', () => {
  it('rises by one revision with each change, and keeps its subject', async () => {
    const { story } = newStory();
    await story.begin();
    const pending = await story.draft();
    expect(pending).toMatchObject({ status: 'pending', revision: 1, kind: 'item' });
    await story.decide(pending);
    expect(await story.gate(pending.gate_id)).toMatchObject({
      status: 'open',
      revision: 2,
      subject_digest: pending.subject_digest,
      decided_by: people.reviewer,
    });
    const attempt = await story.commit();
    expect(await story.gate(pending.gate_id)).toMatchObject({
      status: 'closed',
      closed_for: 'consumed',
      revision: 3,
      consumed_by: attempt.attempt_id,
    });
  });

  it('makes exactly its own todo runnable by an approval, with no other command', async () => {
    const { story } = newStory();
    await story.begin();
    await story.begin('article-2');
    const first = await story.draft();
    await story.draft('article-2');
    await story.decide(first);
    expect((await story.todo(todoId)).state).toBe('open');
    expect((await story.todo('todo-article-2')).state).toBe('awaiting_gate');
  });

  it('blocks its todo by a rejection, with the reason of the kernel', async () => {
    const { story } = newStory();
    await story.begin();
    const { gate_id, revision } = await story.draft();
    await story.must(
      'decide-gate',
      { gate_id, revision, decision: 'reject', reason: 'wrong headline' },
      people.reviewer,
    );
    expect(await story.todo(todoId)).toMatchObject({ state: 'blocked', because: 'gate.rejected' });
    expect(await story.gate(gate_id)).toMatchObject({ closed_for: 'rejected', reason: 'wrong headline' });
  });

  it('is asked again, as a new gate, when a person reopens the todo', async () => {
    const { story } = newStory();
    await story.begin();
    const rejected = await story.draft();
    await story.decide(rejected, 'reject');
    expect(await story.must('reopen-todo', { todo_id: todoId }, people.owner)).toEqual({
      state: 'awaiting_gate',
    });
    const again = await story.gateOf(todoId);
    expect(again).toMatchObject({ status: 'pending', subject_digest: rejected.subject_digest, revision: 1 });
    expect(again.gate_id).not.toBe(rejected.gate_id);
    expect((await story.gate(rejected.gate_id)).closed_for).toBe('rejected');
    await story.decide(again);
    await story.commit();
  });

  it('sends the todo back to drafting when it is reopened with other content', async () => {
    const { story } = newStory();
    await story.begin();
    await story.decide(await story.draft(), 'reject');
    await story.putArticle('article-1', 'second text');
    expect(await story.must('reopen-todo', { todo_id: todoId }, people.owner)).toEqual({ state: 'open' });
    expect(await story.todo(todoId)).toMatchObject({
      action_unit: 'draft_until_review_gate',
      gate_id: null,
    });
  });

  it.each([
    ['pending', false],
    ['open', true],
  ] as const)('that is %s is superseded by new content, in the same command', async (_status, approve) => {
    const { story } = newStory();
    await story.begin();
    const gate = await story.draft();
    if (approve) await story.decide(gate);
    await story.putArticle('article-1', 'second text');
    expect(await story.gate(gate.gate_id)).toMatchObject({ status: 'closed', closed_for: 'superseded' });
    expect(await story.todo(todoId)).toMatchObject({
      state: 'open',
      action_unit: 'draft_until_review_gate',
      gate_id: null,
      because: 'gate.superseded',
    });
  });

  it('is left alone by a change of the record that is none of its content', async () => {
    const { story } = newStory();
    await story.begin();
    const gate = await story.draft();
    await story.putArticle('article-1', 'first text');
    expect((await story.gate(gate.gate_id)).status).toBe('pending');
  });

  it('that is pending is reused for the same subject, and not doubled', async () => {
    const { story } = newStory();
    await story.begin();
    const gate = await story.draft();
    const attempt = await story.kernel.attempts(story.workspace);
    expect(attempt.length).toBe(1);
    await story.addTodo('todo-enrol', 'enrol_stored_session');
    const input = {
      todo_id: 'todo-enrol',
      subject: {
        principal_id: 'writer-agent',
        account: 'desk',
        origin: records.site,
        window_ms: 60_000,
      },
      attention: records.attention('Sign in to the newsroom as desk?'),
      provenance: [people.agent],
      expires_in_ms: 60_000,
    };
    const first = await story.must('raise-standing-gate', input);
    expect(await story.must('raise-standing-gate', input)).toEqual(first);
    expect((await story.kernel.gates(story.workspace, { statuses: ['pending'] })).length).toBe(2);
    expect(gate.status).toBe('pending');
  });

  it('that is standing is never consumed and ends with its window', async () => {
    const { story } = newStory();
    await story.begin();
    await story.addTodo('todo-enrol', 'enrol_stored_session');
    await story.must('raise-standing-gate', {
      todo_id: 'todo-enrol',
      subject: {
        principal_id: 'writer-agent',
        account: 'desk',
        origin: records.site,
        window_ms: 60_000,
      },
      attention: records.attention('Sign in to the newsroom as desk?'),
      provenance: [people.agent],
      expires_in_ms: 1_000,
    });
    await story.decide(await story.gateOf('todo-enrol'));
    const gate = await story.gateOf('todo-enrol');
    expect(gate.expires_at).toBe(story.clock.now() + 60_000);
    for (const todo of ['todo-a', 'todo-b']) {
      await story.addTodo(todo, 'inspect_screen');
      const input = await story.admission(todo, 'read', { standing_gate_id: gate.gate_id });
      await story.must('admit-attempt', input);
    }
    expect((await story.gateOf('todo-enrol')).status).toBe('open');
  });

  it('that has run out is closed by recovery, and its todo drafts anew', async () => {
    const { story } = newStory();
    await story.begin();
    const gate = await story.draft();
    story.clock.advance(3_600_000);
    const report = await story.kernel.recover(story.workspace, story.processId);
    expect(report.expired_gates.map(({ gate_id }) => gate_id)).toEqual([gate.gate_id]);
    expect((await story.gate(gate.gate_id)).closed_for).toBe('expired');
    expect(await story.todo(todoId)).toMatchObject({
      state: 'open',
      action_unit: 'draft_until_review_gate',
    });
    expect((await story.draft()).gate_id).not.toBe(gate.gate_id);
  });

  it('that is revoked blocks its todo, open or pending', async () => {
    for (const approve of [false, true]) {
      const { story } = newStory();
      await story.begin();
      const gate = await story.draft();
      if (approve) await story.decide(gate);
      const { gate_id, revision } = await story.gate(gate.gate_id);
      await story.must('revoke-gate', { gate_id, revision, reason: null }, people.author);
      expect(await story.todo(todoId)).toMatchObject({ state: 'blocked', because: 'gate.revoked' });
    }
  });

  it('that is revoked under a running attempt leaves the attempt to report, and nothing is committed', async () => {
    const { story } = newStory();
    await story.begin();
    await story.decide(await story.draft());
    const attempt = await story.prepare();
    const { gate_id, revision } = await story.gateOf(todoId);
    await story.must('revoke-gate', { gate_id, revision, reason: null }, people.reviewer);
    expect(await story.send('commit-attempt', story.commitInput(attempt))).toMatchObject({
      kind: 'refused',
    });
    const { attempt_id, fence } = attempt;
    await story.must('abandon-attempt', {
      attempt_id,
      fence,
      process_id: 'process-1',
      because: 'approval-withdrawn',
    });
    expect(await story.todo(todoId)).toMatchObject({ state: 'blocked', because: 'gate.revoked' });
  });
});
