import type { Principal } from '@cux/contracts';
import { describe, expect, it } from 'vitest';
import type { Gate, Todo } from '../src/index.ts';
import { people, Story } from '../src/store-suite/index.ts';
import {
  checkSignIn,
  meetWall,
  signedInProposal,
  standingGate,
  standingSubject,
} from './support/enrolment.ts';
import { memoryStore } from './support/memory-store.ts';
import { newStory } from './support/new-story.ts';

async function twoArticles(): Promise<Story> {
  const { story } = newStory();
  await story.begin('article-1');
  await story.begin('article-2');
  return story;
}

function ending(gate: Gate): { readonly gate_id: string; readonly revision: number } {
  return { gate_id: gate.gate_id, revision: gate.revision };
}

/** What became of the standing gate of the first article before the second one meets the wall. */
interface Row {
  readonly because: string;
  before(story: Story, first: string): Promise<unknown>;
  readonly second: { readonly state: Todo['state']; readonly because: string };
  readonly gate: 'shared' | 'own' | 'rejected';
}

const joiners: readonly Principal[] = [people.agent, people.capability, people.provider];

const rows: readonly Row[] = [
  {
    because: 'a person is being asked exactly this: one decision answers both',
    before: async () => undefined,
    second: { state: 'awaiting_gate', because: 'signed-out' },
    gate: 'shared',
  },
  {
    because: 'a person has approved exactly this, and it still stands: somebody only signs in again',
    before: async (story, first) => story.decide(await story.gateOf(first)),
    second: { state: 'open', because: 'gate.stands' },
    gate: 'shared',
  },
  {
    because: 'it still stands after the first enrolment is done',
    before: async (story, first) => {
      await story.decide(await story.gateOf(first));
      await story.settle(await checkSignIn(story, first), signedInProposal('todo-article-1'));
    },
    second: { state: 'open', because: 'gate.stands' },
    gate: 'shared',
  },
  {
    because: 'an approval outlives the todo that asked for it',
    before: async (story, first) => {
      await story.decide(await story.gateOf(first));
      await story.must('cancel-todo', { todo_id: first });
    },
    second: { state: 'open', because: 'gate.stands' },
    gate: 'shared',
  },
  {
    because: 'a question goes with the only todo that asks it',
    before: async (story, first) => story.must('cancel-todo', { todo_id: first }),
    second: { state: 'awaiting_gate', because: 'signed-out' },
    gate: 'own',
  },
  {
    because: 'its window is over, whether or not anybody has closed it',
    before: async (story, first) => {
      await story.decide(await story.gateOf(first));
      story.clock.advance(standingSubject.window_ms);
    },
    second: { state: 'awaiting_gate', because: 'signed-out' },
    gate: 'own',
  },
  {
    because: 'it was taken back, which decides nothing for later',
    before: async (story, first) => {
      await story.decide(await story.gateOf(first));
      const input = { ...ending(await story.gateOf(first)), reason: null };
      await story.must('revoke-gate', input, people.reviewer);
    },
    second: { state: 'awaiting_gate', because: 'signed-out' },
    gate: 'own',
  },
  {
    because: 'a person said no to exactly this',
    before: async (story, first) => story.decide(await story.gateOf(first), 'reject'),
    second: { state: 'blocked', because: 'gate.subject-rejected' },
    gate: 'rejected',
  },
];

describe('an enrolment that a second todo needs', () => {
  it.each(rows)('is $second.state ($gate gate): $because', async (row) => {
    const story = await twoArticles();
    const first = await meetWall(story, 'article-1');
    const asked = await story.gateOf(first);
    await row.before(story, first);
    const second = await meetWall(story, 'article-2');
    expect(await story.todo('todo-article-2')).toMatchObject({ state: 'blocked', successor: second });
    expect(await story.todo(second)).toMatchObject(row.second);
    const gate = await story.gateOf(second);
    if (row.gate === 'own') expect(gate).toMatchObject({ status: 'pending', todo_id: second });
    else expect(gate.gate_id).toBe(asked.gate_id);
    if (row.second.state === 'blocked') await story.must('reopen-todo', { todo_id: second }, people.owner);
    if ((await story.todo(second)).state === 'awaiting_gate') await story.decide(await story.gateOf(second));
    const checked = await checkSignIn(story, second);
    await story.settle(checked, signedInProposal('todo-article-2'));
    expect((await story.todo('todo-article-2')).state).toBe('open');
    expect((await story.gateOf(second)).status).toBe('open');
  });

  it.each([
    ['approved', 'open', 'gate.approved'],
    ['rejected', 'blocked', 'gate.rejected'],
    ['revoked', 'blocked', 'gate.revoked'],
    ['expired', 'blocked', 'gate.expired'],
  ] as const)('moves with every other one that waits when their gate is %s', async (how, state, because) => {
    const story = await twoArticles();
    const enrolments = [await meetWall(story, 'article-1'), await meetWall(story, 'article-2')];
    const gate = await story.gateOf(enrolments[0] ?? '');
    if (how === 'approved') await story.decide(gate);
    if (how === 'rejected') await story.decide(gate, 'reject');
    if (how === 'revoked')
      await story.must('revoke-gate', { ...ending(gate), reason: null }, people.reviewer);
    if (how === 'expired') {
      story.clock.advance(3_600_000);
      await story.kernel.recover(story.workspace, story.processId);
    }
    for (const enrolment of enrolments) expect(await story.todo(enrolment)).toMatchObject({ state, because });
  });

  it('ends with an approval that is taken back, wherever no attempt holds it', async () => {
    const story = await twoArticles();
    const first = await meetWall(story, 'article-1');
    await story.decide(await story.gateOf(first));
    const second = await meetWall(story, 'article-2');
    await story.must('revoke-gate', { ...ending(await story.gateOf(first)), reason: null }, people.reviewer);
    for (const enrolment of [first, second]) expect((await story.todo(enrolment)).state).toBe('blocked');
    // Reopened, both ask one question.
    for (const todo_id of [first, second]) await story.must('reopen-todo', { todo_id }, people.owner);
    expect((await story.todo(second)).gate_id).toBe((await story.todo(first)).gate_id);
  });

  it('goes on waiting when the todo that asked first is cancelled', async () => {
    const story = await twoArticles();
    const first = await meetWall(story, 'article-1');
    const second = await meetWall(story, 'article-2');
    await story.must('cancel-todo', { todo_id: first });
    expect((await story.gateOf(second)).status).toBe('pending');
    await story.decide(await story.gateOf(second));
    expect((await story.todo(second)).state).toBe('open');
    expect((await story.todo(first)).state).toBe('cancelled');
  });

  it('takes the question away when the last todo that waits is cancelled', async () => {
    const story = await twoArticles();
    const first = await meetWall(story, 'article-1');
    const second = await meetWall(story, 'article-2');
    for (const todo_id of [first, second]) await story.must('cancel-todo', { todo_id });
    expect(await story.gateOf(second)).toMatchObject({ status: 'closed', closed_for: 'revoked' });
  });

  it('shares the provenance: nobody who asks for the second one decides for both', async () => {
    const story = await twoArticles();
    const first = await meetWall(story, 'article-1');
    const asked = await story.gateOf(first);
    const second = await meetWall(story, 'article-2', [...joiners, people.reviewer]);
    const shared = await story.gateOf(second);
    expect(shared).toMatchObject({ gate_id: asked.gate_id, revision: asked.revision + 1 });
    const approve = { decision: 'approve', reason: null } as const;
    const stale = await story.send('decide-gate', { ...ending(asked), ...approve }, people.owner);
    expect(stale).toMatchObject({ rule: 'gate.stale-revision' });
    const ownAction = await story.send('decide-gate', { ...ending(shared), ...approve }, people.reviewer);
    expect(ownAction).toMatchObject({ rule: 'gate.own-action' });
    await story.decide(shared, 'approve', people.owner);
    expect((await story.todo(second)).state).toBe('open');
  });

  it('asks anew where the one who approved takes part in it', async () => {
    const story = await twoArticles();
    const first = await meetWall(story, 'article-1');
    await story.decide(await story.gateOf(first));
    const second = await meetWall(story, 'article-2', [...joiners, { kind: 'operator', id: 'rita' }]);
    expect(await story.gateOf(second)).toMatchObject({ status: 'pending', todo_id: second });
    expect((await story.gateOf(first)).status, 'the approval of the first stands').toBe('open');
  });

  it('is refused to whoever approved it, also by another kind of principal', async () => {
    const story = await twoArticles();
    const first = await meetWall(story, 'article-1');
    await story.decide(await story.gateOf(first));
    const provenance = [...joiners, { kind: 'operator', id: 'rita' } as const];
    const enrolment = await story.admission(first, 'credential_use', { provenance });
    expect(await story.send('admit-attempt', enrolment)).toMatchObject({ rule: 'standing.own-action' });
    await story.decide(await story.draft('article-2'));
    const publication = await story.admission('todo-article-2', 'external_write', { provenance });
    expect(await story.send('admit-attempt', publication)).toMatchObject({ rule: 'gate.own-action' });
    await story.must('admit-attempt', await story.admission('todo-article-2', 'external_write'));
  });

  it('counts every owner where a second person has to decide', async () => {
    const { story } = newStory({ fourEyes: true });
    await story.begin('article-1');
    const other = { goal_id: 'goal-2', mode: 'drafting', owner_id: people.reviewer.id, quota: {} } as const;
    await story.must('create-goal', other);
    await story.begin('article-2', 'goal-2');
    const first = await meetWall(story, 'article-1');
    await meetWall(story, 'article-2');
    const input = { ...ending(await story.gateOf(first)), decision: 'approve', reason: null } as const;
    for (const owner of [people.owner, people.reviewer]) {
      expect(await story.send('decide-gate', input, owner)).toMatchObject({ rule: 'gate.four-eyes' });
    }
    const third = { kind: 'human', id: 'theo' } as const;
    expect(await story.send('decide-gate', input, third)).toMatchObject({ kind: 'accepted' });
  });

  it('is not missed by an approval of another process that runs at the same moment', async () => {
    const store = memoryStore();
    const race: { before: (() => Promise<void>) | null } = { before: null };
    const story = new Story(store);
    const racing = new Story(
      {
        ...store,
        async commit(batch) {
          const before = race.before;
          race.before = null;
          await before?.();
          return store.commit(batch);
        },
      },
      { clock: story.clock, series: 1 },
    );
    await story.begin('article-1');
    await story.begin('article-2');
    const first = await meetWall(story, 'article-1');
    const gate = await story.gateOf(first);
    const names: string[] = [];
    race.before = async () => {
      names.push(await meetWall(story, 'article-2'));
    };
    await racing.decide(gate);
    expect((await story.todo(first)).state).toBe('open');
    expect((await story.todo(names[0] ?? '')).state).toBe('open');
  });

  it.each([
    ['pending', 'awaiting_gate'],
    ['open', 'open'],
  ] as const)('that a host raises outside an attempt shares a gate that is %s', async (status, state) => {
    const story = await twoArticles();
    const first = await meetWall(story, 'article-1');
    if (status === 'open') await story.decide(await story.gateOf(first));
    await story.addTodo('todo-enrol', 'enrol_stored_session');
    const { subject, attention, expires_in_ms } = standingGate('todo-enrol');
    const input = { todo_id: 'todo-enrol', attention, expires_in_ms, provenance: [people.agent] };
    const shared = await story.gateOf(first);
    expect(await story.must('raise-standing-gate', { ...input, subject: subject as never })).toEqual(
      ending(shared),
    );
    expect(await story.todo('todo-enrol')).toMatchObject({ state, gate_id: shared.gate_id });
  });
});

interface Unblocking {
  readonly because: string;
  before(story: Story, enrolId: string): Promise<unknown>;
  readonly state: Todo['state'];
}

const unblockings: readonly Unblocking[] = [
  { because: 'it waits', before: async () => undefined, state: 'open' },
  {
    because: 'a person has reopened it meanwhile',
    before: async (story) => story.must('reopen-todo', { todo_id: 'todo-article-1' }, people.owner),
    state: 'open',
  },
  {
    because: 'a person has cancelled it meanwhile',
    before: async (story) => story.must('cancel-todo', { todo_id: 'todo-article-1' }),
    state: 'cancelled',
  },
  {
    because: 'it has been reopened and is at work',
    before: async (story) => {
      await story.must('reopen-todo', { todo_id: 'todo-article-1' }, people.owner);
      await story.run('todo-article-1', 'draft');
    },
    state: 'running',
  },
  {
    because: 'it has been reopened and waits for a person',
    before: async (story) => {
      await story.must('reopen-todo', { todo_id: 'todo-article-1' }, people.owner);
      await story.draft();
    },
    state: 'awaiting_gate',
  },
  {
    because: 'it has been reopened and waits for another enrolment by now',
    before: async (story) => {
      await story.must('reopen-todo', { todo_id: 'todo-article-1' }, people.owner);
      await meetWall(story, 'article-1');
    },
    state: 'blocked',
  },
];

describe('an enrolment that is done', () => {
  it.each(unblockings)('leaves what waited $state: $because', async (row) => {
    const story = await twoArticles();
    const enrolId = await meetWall(story, 'article-1');
    await story.decide(await story.gateOf(enrolId));
    const checked = await checkSignIn(story, enrolId);
    await row.before(story, enrolId);
    const waiting = await story.todo('todo-article-1');
    await story.settle(checked, signedInProposal('todo-article-1'));
    expect(await story.todo(enrolId)).toMatchObject({ state: 'done' });
    expect((await story.todo('todo-article-1')).state).toBe(row.state);
    if (row.because !== 'it waits') expect(await story.todo('todo-article-1')).toEqual(waiting);
  });

  it.each([
    ['of another record', 'todo-article-2'],
    ['that does not exist', 'todo-nowhere'],
    ['of another goal', 'todo-article-3'],
  ])('never moves a todo %s', async (_which, foreign) => {
    const story = await twoArticles();
    await story.must('create-goal', {
      goal_id: 'goal-2',
      mode: 'drafting',
      owner_id: people.owner.id,
      quota: {},
    });
    await story.begin('article-3', 'goal-2');
    const enrolId = await meetWall(story, 'article-1');
    await story.decide(await story.gateOf(enrolId));
    const { attempt_id } = await checkSignIn(story, enrolId);
    const proposal = signedInProposal(foreign);
    expect(await story.send('settle-attempt', { attempt_id, proposal }, people.capability)).toMatchObject({
      kind: 'refused',
      rule: 'proposal.unblocks-foreign',
    });
  });
});
