import { describe, expect, it } from 'vitest';
import { people } from '../src/store-suite/index.ts';
import { newStory } from './support/new-story.ts';

const todoId = 'todo-article-1';

describe('an idempotency key', () => {
  it('answers an accepted command again, byte for byte, and changes nothing', async () => {
    const { story, store } = newStory();
    await story.begin();
    await story.decide(await story.draft());
    const attempt = await story.prepare();
    const input = story.commitInput(attempt);
    const first = await story.send('commit-attempt', input, people.operator, 'commit-key');
    const events = (await store.events(story.workspace, 0, 10_000)).length;
    const again = await story.send('commit-attempt', input, people.operator, 'commit-key');
    expect(first).toMatchObject({ kind: 'accepted', replayed: false });
    expect(again).toEqual({ ...first, replayed: true });
    expect((await store.events(story.workspace, 0, 10_000)).length).toBe(events);
  });

  it('does not look at the order of keys in the body', async () => {
    const { story } = newStory();
    await story.begin();
    const input = { goal_id: 'goal-1', paused: true };
    await story.must('pause-goal', input, people.owner, 'k');
    const turned = { paused: true, goal_id: 'goal-1' };
    expect(await story.send('pause-goal', turned, people.owner, 'k')).toMatchObject({ replayed: true });
  });

  it('is a conflict with another body, before any state is looked at (K16)', async () => {
    const { story } = newStory();
    await story.begin();
    await story.must('pause-goal', { goal_id: 'goal-1', paused: true }, people.owner, 'k');
    for (const input of [
      { goal_id: 'goal-1', paused: false },
      { goal_id: 'no-such-goal', paused: true },
    ]) {
      expect(await story.send('pause-goal', input, people.owner, 'k')).toMatchObject({
        kind: 'refused',
        rule: 'idempotency_conflict',
      });
    }
    const other = await story.send('cancel-todo', { todo_id: todoId }, people.owner, 'k');
    expect(other).toMatchObject({ rule: 'idempotency_conflict' });
  });

  it('is a conflict when one byte of a receipt differs', async () => {
    const { story } = newStory();
    await story.begin();
    const attempt = await story.run(todoId, 'draft');
    await story.addEvidence(attempt);
    const input = story.reportInput(attempt, 'drafted');
    await story.must('report-attempt', input, people.operator, 'k');
    const annex = new Uint8Array([...input.annex, 32]);
    expect(await story.send('report-attempt', { ...input, annex }, people.operator, 'k')).toMatchObject({
      rule: 'idempotency_conflict',
    });
  });

  it('belongs to its principal', async () => {
    const { story } = newStory();
    await story.begin();
    await story.must('pause-goal', { goal_id: 'goal-1', paused: true }, people.owner, 'k');
    const other = await story.send('pause-goal', { goal_id: 'goal-1', paused: false }, people.reviewer, 'k');
    expect(other).toMatchObject({ kind: 'accepted', replayed: false });
  });

  it('keeps a terminal refusal, whatever happens later', async () => {
    const { story } = newStory();
    await story.begin();
    const { gate_id, revision } = await story.draft();
    const input = { gate_id, revision: revision - 1, decision: 'approve', reason: null } as const;
    const first = await story.send('decide-gate', input, people.reviewer, 'k');
    expect(await story.send('decide-gate', input, people.reviewer, 'k')).toEqual(first);
  });

  it('decides a refusal anew that a decision can outlive: the retry after an approval runs (K01)', async () => {
    const { story } = newStory();
    await story.begin();
    const gate = await story.draft();
    const refusedInput = await story.admission(todoId, 'external_write');
    const refused = await story.send('admit-attempt', refusedInput, people.operator, 'k');
    expect(refused).toMatchObject({ kind: 'refused', rule: 'todo.not-open' });
    await story.decide(gate);
    const input = await story.admission(todoId, 'external_write');
    const retried = await story.send('admit-attempt', input, people.operator, 'k');
    expect(retried).toMatchObject({ kind: 'accepted', replayed: false });
  });

  it('gives a thousand parallel duplicates one effect and one answer', async () => {
    const { story, store } = newStory();
    await story.begin();
    const input = await story.admission(todoId, 'draft');
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () => story.send('admit-attempt', input, people.operator, 'k')),
    );
    const attempts = new Set(answers.map((each) => (each.kind === 'accepted' ? each.result.attempt_id : '')));
    expect(attempts.size).toBe(1);
    expect(answers.filter((each) => each.kind === 'accepted' && !each.replayed).length).toBe(1);
    expect((await store.list(story.workspace, 'attempt')).length).toBe(1);
  });

  it('of a receipt under a new key is a replay of the same content, and a second effect never', async () => {
    const { story } = newStory();
    await story.begin();
    const attempt = await story.run(todoId, 'draft');
    await story.report(attempt, 'drafted');
    const before = await story.attempt(attempt.attempt_id);
    const again = await story.report(attempt, 'drafted');
    expect(again).toEqual({ state: 'reported', classification: 'replay' });
    expect(await story.attempt(attempt.attempt_id)).toEqual(before);
  });
});
