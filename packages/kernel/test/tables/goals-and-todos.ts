import { people, records, type Story } from '../../src/store-suite/index.ts';
import type { RefusalRow } from '../support/refusal-row.ts';

const { capability, contentDigest } = records;
const goal = { goal_id: 'goal-1', mode: 'drafting', owner_id: 'olga', quota: {} } as const;
const todo = {
  goal_id: 'goal-1',
  todo_id: 'todo-new',
  capability,
  action_unit: 'draft_until_review_gate',
  record_id: 'article-1',
} as const;
const record = {
  capability,
  record_id: 'article-1',
  expected_version: 1,
  state: 'draft',
  content_digest: contentDigest('other'),
  facts: {},
} as const;

const rows: readonly RefusalRow[] = [
  {
    command: 'create-goal',
    rule: 'goal.exists',
    terminal: true,
    because: 'a name is given once',
    send: async (story) => () => story.send('create-goal', goal),
  },
  {
    command: 'create-goal',
    rule: 'principal.not-allowed',
    terminal: true,
    because: 'an agent sets itself no goals',
    send: async (story) => () => story.send('create-goal', { ...goal, goal_id: 'goal-2' }, people.agent),
  },
  {
    command: 'create-goal',
    rule: 'command.malformed',
    terminal: false,
    because: 'a mode outside the six does not exist',
    send: async (story) => () =>
      story.send('create-goal', { ...goal, goal_id: 'goal-2', mode: 'Drafting' as 'drafting' }),
  },
  {
    command: 'pause-goal',
    rule: 'goal.unknown',
    terminal: false,
    because: 'it may be created yet',
    send: async (story) => () => story.send('pause-goal', { goal_id: 'none', paused: true }),
  },
  {
    command: 'pause-goal',
    rule: 'principal.not-allowed',
    terminal: true,
    because: 'a capability does not stop the work of others',
    send: async (story) => () =>
      story.send('pause-goal', { goal_id: 'goal-1', paused: true }, people.capability),
  },
  {
    command: 'create-todo',
    rule: 'goal.unknown',
    terminal: false,
    because: 'a todo belongs to a goal',
    send: async (story) => () => story.send('create-todo', { ...todo, goal_id: 'none' }),
  },
  {
    command: 'create-todo',
    rule: 'todo.exists',
    terminal: true,
    because: 'a name is given once',
    send: async (story) => () => story.send('create-todo', { ...todo, todo_id: 'todo-article-1' }),
  },
  {
    command: 'create-todo',
    rule: 'capability.unknown',
    terminal: false,
    because: 'only a registered capability has todos',
    send: async (story) => () => story.send('create-todo', { ...todo, capability: 'explore' }),
  },
  {
    command: 'create-todo',
    rule: 'capability.not-owner',
    terminal: true,
    because: 'a capability makes no todos for another one',
    send: async (story) => () => story.send('create-todo', todo, { kind: 'capability', id: 'explore' }),
  },
  {
    command: 'create-todo',
    rule: 'principal.not-allowed',
    terminal: true,
    because: 'a provider asks for nothing',
    send: async (story) => () => story.send('create-todo', todo, people.provider),
  },
  {
    command: 'create-todo',
    rule: 'command.malformed',
    terminal: false,
    because: 'an unknown field is a refusal',
    send: async (story) => () => story.send('create-todo', { ...todo, state: 'done' } as typeof todo),
  },
  {
    command: 'reopen-todo',
    rule: 'todo.not-blocked',
    terminal: false,
    because: 'an open todo needs no reopening',
    send: async (story) => () => story.send('reopen-todo', { todo_id: 'todo-article-1' }, people.owner),
  },
  {
    command: 'reopen-todo',
    rule: 'todo.unknown',
    terminal: false,
    because: 'there is none',
    send: async (story) => () => story.send('reopen-todo', { todo_id: 'none' }, people.owner),
  },
  {
    command: 'reopen-todo',
    rule: 'principal.not-allowed',
    terminal: true,
    because: 'a person reopens, not the host',
    send: async (story) => {
      await story.decide(await story.draft(), 'reject');
      return () => story.send('reopen-todo', { todo_id: 'todo-article-1' }, people.operator);
    },
  },
  {
    command: 'reopen-todo',
    rule: 'todo.not-blocked',
    terminal: true,
    because: 'cancelled is for good',
    send: async (story) => {
      await story.must('cancel-todo', { todo_id: 'todo-article-1' });
      return () => story.send('reopen-todo', { todo_id: 'todo-article-1' }, people.owner);
    },
  },
  {
    command: 'reopen-todo',
    rule: 'todo.outcome-unknown',
    terminal: false,
    because: 'what was sent has to be found out first',
    send: async (story) => {
      await story.decide(await story.draft());
      const attempt = await story.commit();
      await story.report(attempt, 'press-unknown');
      const shown = records.attention('Look at the site: was the article published?');
      await story.settle(attempt, records.proposalFor({ state: 'blocked', attention: shown }));
      return () => story.send('reopen-todo', { todo_id: 'todo-article-1' }, people.owner);
    },
  },
  {
    command: 'cancel-todo',
    rule: 'todo.terminal',
    terminal: true,
    because: 'it is cancelled already',
    send: async (story) => {
      await story.must('cancel-todo', { todo_id: 'todo-article-1' });
      return () => story.send('cancel-todo', { todo_id: 'todo-article-1' });
    },
  },
  {
    command: 'cancel-todo',
    rule: 'todo.outcome-unknown',
    terminal: false,
    because: 'a committed attempt cannot be wished away',
    send: async (story) => {
      await story.decide(await story.draft());
      await story.commit();
      return () => story.send('cancel-todo', { todo_id: 'todo-article-1' });
    },
  },
  {
    command: 'cancel-todo',
    rule: 'todo.outcome-unknown',
    terminal: false,
    because: 'nor one that is being read back',
    send: async (story) => {
      await story.publish();
      return () => story.send('cancel-todo', { todo_id: 'todo-article-1' });
    },
  },
  {
    command: 'cancel-todo',
    rule: 'todo.unknown',
    terminal: false,
    because: 'there is none',
    send: async (story) => () => story.send('cancel-todo', { todo_id: 'none' }),
  },
  {
    command: 'cancel-todo',
    rule: 'principal.not-allowed',
    terminal: true,
    because: 'an agent does not drop its work',
    send: async (story) => () => story.send('cancel-todo', { todo_id: 'todo-article-1' }, people.agent),
  },
  {
    command: 'put-record',
    rule: 'record.stale-version',
    terminal: true,
    because: 'the caller saw an older record',
    send: async (story) => () =>
      story.send('put-record', { ...record, expected_version: 0 }, people.capability),
  },
  {
    command: 'put-record',
    rule: 'record.version-ahead',
    terminal: false,
    because: 'there is no such version yet',
    send: async (story) => () =>
      story.send('put-record', { ...record, expected_version: 7 }, people.capability),
  },
  {
    command: 'put-record',
    rule: 'capability.not-owner',
    terminal: true,
    because: 'a record belongs to its capability',
    send: async (story) => () => story.send('put-record', record, { kind: 'capability', id: 'explore' }),
  },
  {
    command: 'put-record',
    rule: 'capability.unknown',
    terminal: false,
    because: 'only a registered capability has records',
    send: async (story) => () => story.send('put-record', { ...record, capability: 'explore' }, people.owner),
  },
  {
    command: 'put-record',
    rule: 'record.outcome-unknown',
    terminal: false,
    because: 'content does not change under a write that is not settled',
    send: async (story) => {
      await story.decide(await story.draft());
      await story.commit();
      return () => story.send('put-record', record, people.capability);
    },
  },
];

const facts = { 'lone surrogate': { text: '\ud800' }, 'lone surrogate as a name': { '\ud800': 'text' } };
const many = Object.fromEntries(Array.from({ length: 101 }, (_each, index) => [`fact-${index}`, index]));
const wrongFacts = { ...facts, 'no number': { count: Number.NaN }, 'more than a hundred': many };

const malformedRecords: readonly RefusalRow[] = Object.entries(wrongFacts).map(([which, wrong]) => ({
  command: 'put-record',
  rule: 'command.malformed',
  terminal: false,
  because: `facts are bounded JSON: ${which}`,
  send: async (story) => () =>
    story.send('put-record', { ...record, facts: wrong as typeof record.facts }, people.capability),
}));

const goalRows: readonly RefusalRow[] = [
  {
    command: 'close-goal',
    rule: 'goal.unknown',
    terminal: false,
    because: 'it may be created yet',
    send: async (story) => () => story.send('close-goal', { goal_id: 'none' }),
  },
  {
    command: 'close-goal',
    rule: 'goal.not-finished',
    terminal: false,
    because: 'its work is not over',
    send: async (story) => () => story.send('close-goal', { goal_id: 'goal-1' }),
  },
  {
    command: 'close-goal',
    rule: 'goal.closed',
    terminal: true,
    because: 'it is closed once',
    send: async (story) => {
      await closeGoal(story);
      return () => story.send('close-goal', { goal_id: 'goal-1' });
    },
  },
  {
    command: 'pause-goal',
    rule: 'goal.closed',
    terminal: true,
    because: 'nothing of a closed goal is resumed',
    send: async (story) => {
      await closeGoal(story);
      return () => story.send('pause-goal', { goal_id: 'goal-1', paused: false });
    },
  },
  {
    command: 'create-todo',
    rule: 'goal.closed',
    terminal: true,
    because: 'a closed goal takes no more work',
    send: async (story) => {
      await closeGoal(story);
      return () => story.send('create-todo', todo);
    },
  },
  {
    command: 'set-quota',
    rule: 'goal.unknown',
    terminal: false,
    because: 'there is nothing yet that could be limited',
    send: async (story) => () =>
      story.send('set-quota', { of: { scope: 'goal', goal_id: 'none' }, limits: {} }),
  },
  {
    command: 'set-quota',
    rule: 'todo.unknown',
    terminal: false,
    because: 'there is nothing yet that could be limited',
    send: async (story) => () =>
      story.send('set-quota', { of: { scope: 'todo', todo_id: 'none' }, limits: {} }),
  },
  {
    command: 'set-quota',
    rule: 'principal.not-allowed',
    terminal: true,
    because: 'an agent does not say how much it may use',
    send: async (story) => () =>
      story.send('set-quota', { of: { scope: 'workspace' }, limits: {} }, people.agent),
  },
  {
    command: 'set-quota',
    rule: 'command.malformed',
    terminal: false,
    because: 'what is not counted cannot be limited',
    send: async (story) => () =>
      story.send('set-quota', { of: { scope: 'workspace' }, limits: { money: 1 } as never }),
  },
];

async function closeGoal(story: Story): Promise<void> {
  await story.must('cancel-todo', { todo_id: 'todo-article-1' });
  await story.must('close-goal', { goal_id: 'goal-1' });
}

export const goalsAndTodosRows: readonly RefusalRow[] = [...rows, ...malformedRecords, ...goalRows];
