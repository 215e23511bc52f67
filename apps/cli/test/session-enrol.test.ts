import { shippedRecipes, usualRules } from '@cux/content-ops';
import type { Principal } from '@cux/contracts';
import { people, records, Story } from '@cux/kernel/store-suite';
import { openSqliteStore } from '@cux/store-sqlite';
import { expect, it, type TestContext } from 'vitest';
import type { Application } from '../src/application/application.ts';
import { sessionEnrol } from '../src/commands/session-enrol.ts';

const site = { id: 'paper', origin: records.site, account: 'desk', recipe: 'wordpress' };
const shown = records.attention('Let the agent use the account desk, after you have signed in?');

const empty = { get: async () => null };

/** An item whose draft has met the site's sign-in, and `cux session enrol` by a person who types passwords one after the other. */
async function atTheSignIn(test: Pick<TestContext, 'onTestFinished'>) {
  const story = new Story(await openSqliteStore({ path: ':memory:' }));
  test.onTestFinished(() => story.kernel.close());
  await story.begin();
  const draft = await story.run('todo-article-1', 'draft');
  await story.report(draft, 'failed');
  const subject = {
    principal_id: people.agent.id,
    account: site.account,
    origin: site.origin,
    window_ms: 86_400_000,
  };
  const signIn = { todo_id: 'sign-in', action_unit: 'enrol_stored_session', state: 'awaiting_gate' } as const;
  await story.settle(
    draft,
    records.proposalFor(
      { state: 'blocked', successor: 'sign-in', attention: shown },
      {
        because: 'signed-out',
        following: [{ ...signIn, record_id: 'article-1', reconciles_attempt_id: null, attention: shown }],
        gate: { kind: 'standing', todo_id: 'sign-in', subject, attention: shown, expires_in_ms: 3_600_000 },
      },
    ),
  );
  const enrolStoredSession = (right: boolean) => async (todoId: string) => {
    const attempt = await story.run(todoId, 'credential_use');
    await story.report(attempt, right ? 'signed-in' : 'failed');
    const stillOut = records.attention('desk is still signed out. Sign in, and reopen this?');
    const proposal = right
      ? records.proposalFor(
          { state: 'done' },
          { evidence: [records.evidenceDigest], unblocks: todoId === 'sign-in' ? 'todo-article-1' : null },
        )
      : records.proposalFor({ state: 'blocked', attention: stillOut }, { because: 'still-signed-out' });
    const { todo_state } = await story.settle(attempt, proposal);
    return { kind: 'settled', todo_state, because: proposal.because, attention: null };
  };
  const told: string[] = [];
  const enrol = (
    password: 'right' | 'wrong',
    decision: 'approve' | 'reject' = 'approve',
    person: Principal = people.owner,
  ) =>
    sessionEnrol(
      {
        state: { kernel: story.kernel, workspaces: [story.workspace], seen: { vault: empty, folder: null } },
        workspace: story.workspace,
        ...{ rules: usualRules(people.agent.id, site), recipes: shippedRecipes },
        ...{ person, agent: people.agent, providerId: 'mock', nothingKept: false },
        output: { json: false, write: (text: string) => told.push(text) },
        host: { enrolStoredSession: enrolStoredSession(password === 'right') },
      } as unknown as Application,
      {
        item: undefined,
        site: undefined,
        interactive: true,
        ask: async () => decision,
        signIn: () => async () => undefined,
      },
    );
  const waiting = async () => {
    const todos = await story.kernel.todos(story.workspace, { states: ['blocked', 'awaiting_gate'] });
    return todos.filter(({ successor }) => successor === null).map(({ todo_id }) => todo_id);
  };
  return { story, enrol, waiting, told };
}

it('tries the same sign-in again after a wrong password, and leaves no question open once it works', async (test) => {
  const { story, enrol, waiting, told } = await atTheSignIn(test);
  for (const _ of ['first', 'second']) {
    await expect(enrol('wrong')).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('"cux session enrol" tries again'),
    });
    expect(await waiting()).toEqual(['sign-in']);
  }
  await enrol('right');
  expect(await waiting()).toEqual([]);
  expect((await story.todo('sign-in')).state).toBe('done');
  // What waited for it goes on.
  expect((await story.todo('todo-article-1')).state).toBe('open');
  expect(told.join('')).toContain('may use the account desk');
});

it('withdraws what was asked about the account by itself, and did not come to a sign-in', async (test) => {
  const { story, enrol, waiting } = await atTheSignIn(test);
  await story.must('create-goal', {
    ...{ goal_id: 'sessions', mode: 'local_session', owner_id: people.owner.id, quota: {} },
  });
  await story.must('create-todo', {
    ...{ goal_id: 'sessions', todo_id: 'alone', capability: 'content-ops', record_id: null },
    action_unit: 'enrol_stored_session',
  });
  const gate = await story.gate((await story.todo('sign-in')).gate_id);
  const { subject, attention } = gate;
  if (!('account' in subject)) return expect.unreachable('it is a standing gate');
  await story.must('raise-standing-gate', {
    ...{ todo_id: 'alone', subject, attention, expires_in_ms: 3_600_000, provenance: [people.agent] },
  });
  await story.decide(await story.gate(gate.gate_id), 'reject');
  expect((await waiting()).toSorted()).toEqual(['alone', 'sign-in']);
  await enrol('right');
  expect(await waiting()).toEqual([]);
  expect((await story.todo('alone')).state).toBe('cancelled');
});

it('asks again where a person had said no, and only then takes the password', async (test) => {
  const { story, enrol, waiting } = await atTheSignIn(test);
  await enrol('right', 'reject');
  expect((await story.todo('sign-in')).state).toBe('blocked');
  await enrol('right', 'approve');
  expect(await waiting()).toEqual([]);
});

it('asks by itself, for whoever could not decide on what they have asked again', async (test) => {
  const { story, enrol, waiting } = await atTheSignIn(test);
  await enrol('right', 'reject');
  // Whoever has another's question asked again is one of those who asked.
  await enrol('right', 'approve', people.reviewer);
  expect(await waiting()).toEqual(['sign-in']);
  expect((await story.kernel.todos(story.workspace, { goal_id: 'sessions' }))[0]).toMatchObject({
    state: 'done',
  });
});
