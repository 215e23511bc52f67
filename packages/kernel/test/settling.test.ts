import type { Principal, ProposedTransition } from '@cux/contracts';
import { describe, expect, it } from 'vitest';
import type { Attempt } from '../src/index.ts';
import { type Ending, people, records, type Story } from '../src/store-suite/index.ts';
import { newStory } from './support/new-story.ts';

const { attention, evidenceDigest, proposalFor } = records;
const own = 'todo-article-1';
const shown = attention('Look at the article on the site: what happened?');

interface Settling {
  readonly attempt: Attempt;
  readonly proposal: ProposedTransition;
}

interface Row {
  readonly because: string;
  readonly reason: string;
  /** Whether a person may put the todo back to work at once; otherwise the outcome has to be said first. */
  readonly reopens: 'open' | 'awaiting_gate' | 'outcome-first';
  arrange(story: Story): Promise<Settling>;
}

async function reported(story: Story, todoId: string, ending: Ending = 'drafted'): Promise<Attempt> {
  const attempt = await story.run(todoId, ending === 'read' ? 'read' : 'draft');
  await story.report(attempt, ending);
  return attempt;
}

/** A second todo on the same article, with its draft reported and its question proposed. */
async function asksToo(story: Story): Promise<Settling> {
  await story.addTodo('todo-again', 'draft_until_review_gate', 'article-1');
  const attempt = await reported(story, 'todo-again');
  return { attempt, proposal: await story.asking('todo-again', 'article-1') };
}

const following = {
  todo_id: 'todo-next',
  action_unit: 'inspect_screen',
  state: 'open',
  record_id: 'article-1',
  reconciles_attempt_id: null,
  attention: null,
} as const;

function settles(attempt: Attempt, outcome: 'happened' | 'not_happened'): ProposedTransition {
  return proposalFor(
    { state: 'done' },
    {
      evidence: [evidenceDigest],
      settles: {
        attempt_id: attempt.attempt_id,
        outcome,
        todo_state: outcome === 'happened' ? 'done' : 'blocked',
        attention: outcome === 'happened' ? null : shown,
      },
    },
  );
}

async function personSays(
  story: Story,
  attempt: Attempt,
  outcome: 'happened' | 'not_happened',
): Promise<void> {
  await story.waitOut(attempt.attempt_id);
  await story.must('settle-outcome', await story.look(attempt.attempt_id, outcome), people.owner);
}

/** A read-back whose receipt is in, after a person has said what came of the publication. */
async function readBackAfter(story: Story, said: 'happened' | 'not_happened') {
  const { attempt, readBack } = await story.publish();
  const reading = await reported(story, readBack, 'read');
  await personSays(story, attempt, said);
  return { attempt, reading };
}

const blocked: readonly Row[] = [
  {
    reason: 'gate.subject-rejected',
    because: 'a person said no to exactly this; asked by another todo it is still no',
    reopens: 'awaiting_gate',
    async arrange(story) {
      await story.decide(await story.draft(), 'reject');
      return asksToo(story);
    },
  },
  {
    reason: 'gate.subject-rejected',
    because: 'the todo itself has been put back to drafting since, by its own reducer',
    reopens: 'awaiting_gate',
    async arrange(story) {
      await story.decide(await story.draft(), 'reject');
      await story.addTodo('todo-third', 'draft_until_review_gate', 'article-1');
      const attempt = await reported(story, 'todo-third');
      await story.settle(attempt, proposalFor({ state: 'open' }));
      const second = await reported(story, 'todo-third');
      return { attempt: second, proposal: await story.asking('todo-third', 'article-1') };
    },
  },
  {
    reason: 'gate.subject-asked-elsewhere',
    because: 'a person is being asked exactly this, for another todo',
    reopens: 'open',
    async arrange(story) {
      await story.draft();
      return asksToo(story);
    },
  },
  {
    reason: 'gate.subject-asked-elsewhere',
    because: 'a person has approved exactly this, for another todo: an approval is one todo’s alone',
    reopens: 'open',
    async arrange(story) {
      await story.decide(await story.draft());
      return asksToo(story);
    },
  },
  {
    reason: 'record.outcome-unknown',
    because: 'nothing is asked while a write of another todo is in the air',
    reopens: 'open',
    async arrange(story) {
      const twin = await asksToo(story);
      await story.decide(await story.draft());
      await story.commit();
      return twin;
    },
  },
  {
    reason: 'todo.exists',
    because: 'somebody has taken the name of what should follow',
    reopens: 'open',
    async arrange(story) {
      await story.addTodo('todo-next', 'inspect_screen');
      const attempt = await reported(story, own);
      return { attempt, proposal: proposalFor({ state: 'open' }, { following: [following] }) };
    },
  },
  {
    reason: 'todo.exists',
    because: 'and of the read-back of what was pressed',
    reopens: 'outcome-first',
    async arrange(story) {
      await story.decide(await story.draft());
      const attempt = await story.commit();
      const proposal = story.readingBack(attempt);
      await story.addTodo(proposal.following[0]?.todo_id ?? '', 'inspect_screen');
      await story.report(attempt, 'published');
      return { attempt, proposal };
    },
  },
  {
    reason: 'todo.exists',
    because: 'or its read-back was cancelled, and what was sent is unknown',
    reopens: 'outcome-first',
    async arrange(story) {
      await story.decide(await story.draft());
      const attempt = await story.commit();
      const proposal = story.readingBack(attempt);
      await story.report(attempt, 'press-unknown');
      await story.settle(attempt, proposal);
      await story.must('cancel-todo', { todo_id: proposal.following[0]?.todo_id ?? '' });
      return { attempt, proposal };
    },
  },
  {
    reason: 'settles.contradicted',
    because: 'a person said that nothing went out, and the site says that it did',
    reopens: 'open',
    async arrange(story) {
      const { attempt, reading } = await readBackAfter(story, 'not_happened');
      return { attempt: reading, proposal: settles(attempt, 'happened') };
    },
  },
  {
    reason: 'settles.contradicted',
    because: 'a person said that it went out, and the site says that it did not',
    reopens: 'open',
    async arrange(story) {
      const { attempt, reading } = await readBackAfter(story, 'happened');
      return { attempt: reading, proposal: settles(attempt, 'not_happened') };
    },
  },
];

describe('a lawful proposal that what stands does not let be applied', () => {
  it.each(blocked)('blocks its todo with $reason: $because', async (row) => {
    const { story } = newStory();
    await story.begin();
    const { attempt, proposal } = await row.arrange(story);
    const { todo_id, attempt_id } = attempt;
    const before = await story.kernel.gates(story.workspace, { statuses: ['pending', 'open'] });
    expect(await story.settle(attempt, proposal)).toEqual({
      todo_state: 'blocked',
      gate_id: null,
      gate_revision: null,
    });
    expect(await story.kernel.gates(story.workspace, { statuses: ['pending', 'open'] })).toEqual(before);
    const todo = await story.todo(todo_id);
    expect(todo).toMatchObject({ state: 'blocked', because: row.reason, attempt_id: null });
    expect(todo.attention?.question).toBeTruthy();
    if (row.reopens === 'outcome-first') {
      for (const command of ['reopen-todo', 'cancel-todo'] as const) {
        const answer = await story.send(command, { todo_id }, people.owner);
        expect(answer).toMatchObject({ kind: 'refused', rule: 'todo.outcome-unknown' });
      }
      await personSays(story, attempt, 'not_happened');
      expect((await story.attempt(attempt_id)).outcome).toBe('not_happened');
      expect(await story.must('reopen-todo', { todo_id }, people.owner)).toEqual({ state: 'open' });
      return;
    }
    expect((await story.attempt(attempt_id)).state).toBe('settled');
    expect(await story.must('reopen-todo', { todo_id }, people.owner)).toEqual({ state: row.reopens });
    if (row.reopens === 'awaiting_gate') {
      await story.decide(await story.gateOf(todo_id));
      expect((await story.todo(todo_id)).state).toBe('open');
    } else {
      expect((await story.todo(todo_id)).action_unit).toBe(todo.action_unit);
      expect(todo.action_unit, 'never left to publish without a gate').not.toBe(
        'publish_after_approved_gate',
      );
    }
  });

  it.each(['happened', 'not_happened'] as const)(
    'is done where a person has said the same meanwhile: %s',
    async (outcome) => {
      const { story } = newStory();
      await story.begin();
      const { attempt, reading } = await readBackAfter(story, outcome);
      const before = await story.todo(own);
      expect(await story.settle(reading, settles(attempt, outcome))).toMatchObject({ todo_state: 'done' });
      expect(await story.todo(own)).toEqual(before);
    },
  );

  it('raises no gate for a todo whose outcome a person has settled and who asks already', async () => {
    const { story } = newStory();
    await story.begin();
    const { attempt, reading } = await readBackAfter(story, 'not_happened');
    await story.must('reopen-todo', { todo_id: own }, people.owner);
    const gate = await story.draft();
    const late: ProposedTransition = {
      ...settles(attempt, 'not_happened'),
      gate: (await story.asking(own, 'article-1')).gate,
      settles: {
        attempt_id: attempt.attempt_id,
        outcome: 'not_happened',
        todo_state: 'awaiting_gate',
        attention: null,
      },
    };
    expect(await story.settle(reading, late)).toMatchObject({ todo_state: 'done', gate_id: null });
    expect(await story.gate(gate.gate_id)).toEqual(gate);
  });
});

describe('the latest decision on a subject counts', () => {
  /** Rejected, asked again by a person, approved and committed. */
  async function approvedAtLast(story: Story): Promise<Attempt> {
    await story.decide(await story.draft(), 'reject');
    await story.must('reopen-todo', { todo_id: own }, people.owner);
    await story.decide(await story.gateOf(own));
    return story.commit();
  }

  it('after a void: nothing was sent, and a person is asked anew', async () => {
    const { story } = newStory();
    await story.begin();
    const { attempt_id, fence, permit_id } = await approvedAtLast(story);
    const proposal = await story.asking(own, 'article-1');
    const input = {
      attempt_id,
      fence,
      permit_id: permit_id ?? '',
      process_id: story.processId,
      proposal,
    };
    expect(await story.must('void-attempt', input, people.capability)).toMatchObject({
      todo_state: 'awaiting_gate',
    });
  });

  it('after a read-back that found nothing', async () => {
    const { story } = newStory();
    await story.begin();
    const attempt = await approvedAtLast(story);
    await story.report(attempt, 'press-unknown');
    const proposal = story.readingBack(attempt);
    await story.settle(attempt, proposal);
    await story.readBack(proposal.following[0]?.todo_id ?? '', attempt, 'not_happened');
    expect(await story.todo(own)).toMatchObject({ state: 'awaiting_gate' });
    expect((await story.gateOf(own)).status).toBe('pending');
  });

  it('and a later rejection counts again', async () => {
    const { story } = newStory();
    await story.begin();
    const attempt = await approvedAtLast(story);
    await story.report(attempt, 'press-unknown');
    const proposal = story.readingBack(attempt);
    await story.settle(attempt, proposal);
    await story.readBack(proposal.following[0]?.todo_id ?? '', attempt, 'not_happened');
    await story.decide(await story.gateOf(own), 'reject');
    const twin = await asksToo(story);
    expect(await story.settle(twin.attempt, twin.proposal)).toMatchObject({ todo_state: 'blocked' });
  });

  it('a question that was taken back decides nothing: the rejection before it stands', async () => {
    const { story } = newStory();
    await story.begin();
    await story.decide(await story.draft(), 'reject');
    await story.must('reopen-todo', { todo_id: own }, people.owner);
    const { gate_id, revision } = await story.gateOf(own);
    await story.must('revoke-gate', { gate_id, revision, reason: null }, people.reviewer);
    const twin = await asksToo(story);
    await story.settle(twin.attempt, twin.proposal);
    expect(await story.todo('todo-again')).toMatchObject({ because: 'gate.subject-rejected' });
  });

  it('whoever ran the reopened todo does not decide its question', async () => {
    const { story } = newStory();
    await story.begin();
    await story.decide(await story.draft(), 'reject');
    await story.addTodo('todo-again', 'draft_until_review_gate', 'article-1');
    const provenance: Principal[] = [people.capability, people.provider, { kind: 'agent', id: 'rita' }];
    const input = await story.admission('todo-again', 'draft', { provenance });
    const { attempt_id, fence } = await story.must('admit-attempt', input);
    await story.must('start-attempt', {
      attempt_id,
      fence,
      process_id: 'process-1',
      session_reference: 'session-again',
    });
    const attempt = await story.attempt(attempt_id);
    await story.report(attempt, 'drafted');
    await story.settle(attempt, await story.asking('todo-again', 'article-1'));
    await story.must('reopen-todo', { todo_id: 'todo-again' }, people.owner);
    const { gate_id, revision } = await story.gateOf('todo-again');
    const decision = { gate_id, revision, decision: 'approve', reason: null } as const;
    expect(await story.send('decide-gate', decision, people.reviewer)).toMatchObject({
      rule: 'gate.own-action',
    });
    expect(await story.send('decide-gate', decision, people.owner)).toMatchObject({ kind: 'accepted' });
  });
});

describe('a press that a reducer blocks', () => {
  async function pressedAndBlocked(story: Story): Promise<Attempt> {
    await story.decide(await story.draft());
    const attempt = await story.commit();
    await story.report(attempt, 'published');
    await story.settle(attempt, proposalFor({ state: 'blocked', attention: shown }));
    return attempt;
  }

  it('holds its place: neither its own todo nor another one asks or publishes before somebody says what happened', async () => {
    const { story } = newStory();
    await story.begin();
    const attempt = await pressedAndBlocked(story);
    for (const command of ['reopen-todo', 'cancel-todo'] as const) {
      const answer = await story.send(command, { todo_id: own }, people.owner);
      expect(answer).toMatchObject({ kind: 'refused', rule: 'todo.outcome-unknown' });
    }
    const twin = await asksToo(story);
    await story.settle(twin.attempt, twin.proposal);
    expect(await story.todo('todo-again')).toMatchObject({ because: 'record.outcome-unknown' });
    await personSays(story, attempt, 'happened');
    expect((await story.todo(own)).state).toBe('done');
  });

  it('is found out by a read-back that the same proposal asks for', async () => {
    const { story } = newStory();
    await story.begin();
    await story.decide(await story.draft());
    const attempt = await story.commit();
    await story.report(attempt, 'published');
    const reading = story.readingBack(attempt);
    const proposal = {
      ...reading,
      todo: { ...reading.todo, state: 'blocked', attention: shown } as const,
    };
    await story.settle(attempt, proposal);
    await story.readBack(proposal.following[0]?.todo_id ?? '', attempt, 'happened');
    expect((await story.todo(own)).state).toBe('done');
  });

  it('can be settled by a person although its capability never answers', async () => {
    const { story } = newStory();
    await story.begin();
    await story.decide(await story.draft());
    const attempt = await story.commit();
    await story.report(attempt, 'published');
    expect(await story.send('cancel-todo', { todo_id: own })).toMatchObject({ rule: 'todo.outcome-unknown' });
    await personSays(story, attempt, 'happened');
    expect((await story.todo(own)).state).toBe('done');
    expect((await story.attempt(attempt.attempt_id)).state).toBe('settled');
  });
});
