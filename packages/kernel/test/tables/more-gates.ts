import type { Principal } from '@cux/contracts';
import { people, records, type Story } from '../../src/store-suite/index.ts';
import type { RefusalRow } from '../support/refusal-row.ts';
import { enrolment } from './more-admission.ts';

const todoId = 'todo-article-1';

function decides(rule: string, because: string, principal: Principal, fourEyes = false): RefusalRow {
  return {
    command: 'decide-gate',
    rule,
    terminal: true,
    because,
    options: { fourEyes },
    send: async (story) => {
      const { gate_id, revision } = await story.draft();
      const input = { gate_id, revision, decision: 'approve', reason: null } as const;
      return () => story.send('decide-gate', input, principal);
    },
  };
}

/** Another todo about the same article, whose own draft has led to no question yet. */
async function twin(story: Story): Promise<string> {
  await story.addTodo('todo-twin', 'draft_until_review_gate', 'article-1');
  return 'todo-twin';
}

/** The article’s question is rejected, so its todo is blocked and a person may have it asked again. */
async function rejected(story: Story): Promise<void> {
  await story.decide(await story.draft(), 'reject');
}

export const moreGatesRows: readonly RefusalRow[] = [
  decides('gate.not-human', 'an agent decides nothing', people.agent),
  decides('gate.own-action', 'the author asked for it', people.author),
  decides('gate.four-eyes', 'one person is not two', people.owner, true),
  {
    command: 'decide-gates',
    rule: 'gate.not-human',
    terminal: true,
    because: 'nor several things at once',
    send: async (story) => {
      const { gate_id, revision } = await story.draft();
      const gates = [
        { gate_id, revision },
        { gate_id: 'gate_other', revision: 1 },
      ];
      return () => story.send('decide-gates', { gates, decision: 'approve', reason: null }, people.agent);
    },
  },
  {
    command: 'decide-gates',
    rule: 'gate.unknown',
    terminal: false,
    because: 'one of them is not there, so none is decided',
    send: async (story) => {
      const { gate_id, revision } = await story.draft();
      const gates = [
        { gate_id, revision },
        { gate_id: 'gate_other', revision: 1 },
      ];
      return () => story.send('decide-gates', { gates, decision: 'approve', reason: null }, people.reviewer);
    },
  },
  {
    command: 'decide-gates',
    rule: 'command.malformed',
    terminal: false,
    because: 'one gate is named twice',
    send: async (story) => {
      const { gate_id, revision } = await story.draft();
      const gate = { gate_id, revision };
      const input = { gates: [gate, gate], decision: 'approve', reason: null } as const;
      return () => story.send('decide-gates', input, people.reviewer);
    },
  },
  {
    command: 'raise-standing-gate',
    rule: 'capability.not-owner',
    terminal: true,
    because: 'another capability asks for nothing of this one',
    send: async (story) => {
      await story.addTodo('todo-enrol', 'enrol_stored_session');
      const input = standingInput('todo-enrol');
      return () => story.send('raise-standing-gate', input, { kind: 'capability', id: 'explore' });
    },
  },
  {
    command: 'raise-standing-gate',
    rule: 'todo.not-waiting',
    terminal: false,
    because: 'its attempt is under way',
    send: async (story) => {
      await enrolment(story, 'todo-enrol');
      await story.decide(await story.gateOf('todo-enrol'));
      await story.run('todo-enrol', 'credential_use');
      return () => story.send('raise-standing-gate', standingInput('todo-enrol'));
    },
  },
  {
    command: 'raise-standing-gate',
    rule: 'quota.spent',
    terminal: false,
    because: 'people have been asked as often as they wanted to be',
    send: async (story) => {
      await story.addTodo('todo-enrol', 'enrol_stored_session');
      const of = { scope: 'todo', todo_id: 'todo-enrol' } as const;
      await story.must('set-quota', { of, limits: { interventions: 0 } });
      return () => story.send('raise-standing-gate', standingInput('todo-enrol'));
    },
  },
  {
    command: 'reopen-todo',
    rule: 'gate.subject-asked-elsewhere',
    terminal: false,
    because: 'another todo asks for exactly this by now',
    send: async (story) => {
      await rejected(story);
      const other = await twin(story);
      const attempt = await story.run(other, 'draft');
      await story.report(attempt, 'drafted');
      await story.settle(attempt, await story.asking(other, 'article-1'));
      await story.must('reopen-todo', { todo_id: other }, people.owner);
      return () => story.send('reopen-todo', { todo_id: todoId }, people.owner);
    },
  },
  {
    command: 'reopen-todo',
    rule: 'record.outcome-unknown',
    terminal: false,
    because: 'another todo has written here, and nobody knows what came of it',
    send: async (story) => {
      const other = await twin(story);
      const attempt = await story.run(other, 'draft');
      await story.report(attempt, 'drafted');
      const asking = await story.asking(other, 'article-1');
      const gate = asking.gate?.kind === 'item' ? asking.gate : null;
      if (gate === null) throw new Error('no gate');
      const subject = { ...gate.subject, policy_version: 'policy-2' };
      await story.settle(attempt, { ...asking, gate: { ...gate, subject } });
      await story.decide(await story.gateOf(other), 'reject');
      await story.decide(await story.draft());
      await story.commit();
      return () => story.send('reopen-todo', { todo_id: other }, people.owner);
    },
  },
];

function standingInput(todo_id: string) {
  return {
    todo_id,
    subject: {
      principal_id: people.agent.id,
      account: 'day-desk',
      origin: records.site,
      window_ms: 86_400_000,
    },
    attention: records.attention('Let the agent use the account on the newsroom?'),
    provenance: [people.agent],
    expires_in_ms: 3_600_000,
  };
}
