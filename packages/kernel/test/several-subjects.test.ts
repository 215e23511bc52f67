import { describe, expect, it } from 'vitest';
import type { Gate } from '../src/index.ts';
import { people, type Story } from '../src/store-suite/index.ts';
import { newStory } from './support/new-story.ts';

const articles = ['article-1', 'article-2', 'article-3'];

async function asked(story: Story): Promise<readonly Gate[]> {
  const gates: Gate[] = [];
  for (const article of articles) {
    await story.begin(article);
    gates.push(await story.draft(article));
  }
  return gates;
}

function named(gates: readonly Gate[]) {
  return gates.map(({ gate_id, revision }) => ({ gate_id, revision }));
}

describe('one decision over several named subjects', () => {
  it('opens each, makes exactly their todos runnable, and lets each be consumed once', async () => {
    const { story } = newStory();
    const gates = await asked(story);
    const [first, second, third] = gates;
    if (first === undefined || second === undefined || third === undefined) throw new Error('three gates');
    const input = { gates: named([first, second]), decision: 'approve', reason: null } as const;
    const { decided } = await story.must('decide-gates', input, people.reviewer);
    expect(decided.map(({ status, todo_state }) => `${status} ${todo_state}`)).toEqual([
      'open open',
      'open open',
    ]);
    expect((await story.gate(third.gate_id)).status).toBe('pending');
    const one = await story.commit('article-1');
    expect((await story.gate(first.gate_id)).consumed_by).toBe(one.attempt_id);
    expect((await story.gate(second.gate_id)).status).toBe('open');
    const two = await story.commit('article-2');
    expect((await story.gate(second.gate_id)).consumed_by).toBe(two.attempt_id);
    for (const attempt of [one, two]) {
      expect(await story.send('commit-attempt', story.commitInput(attempt))).toMatchObject({
        kind: 'refused',
      });
    }
  });

  it('rejects all of them together', async () => {
    const { story } = newStory();
    const gates = await asked(story);
    const input = { gates: named(gates), decision: 'reject', reason: 'not today' } as const;
    await story.must('decide-gates', input, people.owner);
    for (const gate of gates) {
      expect(await story.gate(gate.gate_id)).toMatchObject({ closed_for: 'rejected', reason: 'not today' });
      expect(await story.todo(gate.todo_id)).toMatchObject({ state: 'blocked', because: 'gate.rejected' });
    }
  });

  it('decides nothing unless all can be decided', async () => {
    const { story } = newStory();
    const gates = await asked(story);
    await story.putArticle('article-2', 'second text');
    const input = { gates: named(gates), decision: 'approve', reason: null } as const;
    expect(await story.send('decide-gates', input, people.reviewer)).toMatchObject({
      kind: 'refused',
      rule: 'gate.superseded',
    });
    expect((await story.gateOf('todo-article-1')).status).toBe('pending');
    expect((await story.kernel.quota(story.workspace, 'goal-1'))?.used.interventions).toBe(0);
  });

  it('logs nothing of what it decided before the one that it refuses', async () => {
    const { story, store } = newStory();
    const gates = await asked(story);
    await story.putArticle('article-2', 'second text');
    const before = (await store.events(story.workspace, 0, 1_000)).length;
    const input = { gates: named(gates), decision: 'approve', reason: null } as const;
    await story.send('decide-gates', input, people.reviewer);
    const told = (await store.events(story.workspace, before, 1_000)).map(({ kind }) => kind);
    expect(told).toEqual(['command-refused']);
  });
});
