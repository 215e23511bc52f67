import { people, records } from '../../src/store-suite/index.ts';
import type { RefusalRow } from '../support/refusal-row.ts';

const shown = records.attention('Sign in to the newsroom as desk?');

function decision(gate: { gate_id: string; revision: number }, choice: 'approve' | 'reject' = 'approve') {
  return { gate_id: gate.gate_id, revision: gate.revision, decision: choice, reason: null } as const;
}

function standing(todo_id: string) {
  return {
    todo_id,
    subject: {
      principal_id: people.agent.id,
      account: 'desk',
      origin: records.site,
      window_ms: 86_400_000,
    },
    attention: shown,
    provenance: [people.agent],
    expires_in_ms: 3_600_000,
  };
}

const rows: readonly RefusalRow[] = [
  {
    command: 'decide-gate',
    rule: 'gate.unknown',
    terminal: false,
    because: 'there is no such gate',
    send: async (story) => () =>
      story.send('decide-gate', decision({ gate_id: 'none', revision: 1 }), people.reviewer),
  },
  {
    command: 'decide-gate',
    rule: 'gate.stale-revision',
    terminal: true,
    because: 'the person saw an older question',
    send: async (story) => {
      const gate = await story.draft();
      return () => story.send('decide-gate', { ...decision(gate), revision: 0 }, people.reviewer);
    },
  },
  {
    command: 'decide-gate',
    rule: 'gate.revision-ahead',
    terminal: false,
    because: 'nobody can have seen that revision',
    send: async (story) => {
      const gate = await story.draft();
      return () => story.send('decide-gate', { ...decision(gate), revision: 2 }, people.reviewer);
    },
  },
  {
    command: 'decide-gate',
    rule: 'gate.not-pending',
    terminal: true,
    because: 'it is approved already',
    send: async (story) => {
      const gate = await story.draft();
      await story.decide(gate);
      return () => story.send('decide-gate', decision(gate, 'reject'), people.owner);
    },
  },
  {
    command: 'decide-gate',
    rule: 'gate.rejected',
    terminal: true,
    because: 'a rejection is not turned into a run (K14)',
    send: async (story) => {
      const gate = await story.draft();
      await story.decide(gate, 'reject');
      return () => story.send('decide-gate', decision(gate), people.owner);
    },
  },
  {
    command: 'decide-gate',
    rule: 'gate.superseded',
    terminal: true,
    because: 'the article has other content by now',
    send: async (story) => {
      const gate = await story.draft();
      await story.putArticle('article-1', 'second text');
      return () => story.send('decide-gate', decision(gate), people.reviewer);
    },
  },
  {
    command: 'decide-gate',
    rule: 'gate.expired',
    terminal: true,
    because: 'the question has run out',
    send: async (story) => {
      const gate = await story.draft();
      story.clock.advance(3_600_000);
      return () => story.send('decide-gate', decision(gate), people.reviewer);
    },
  },
  {
    command: 'decide-gate',
    rule: 'gate.own-action',
    terminal: true,
    because: 'she put the todo back to work, which drafts anew and asks',
    send: async (story) => {
      await story.decide(await story.draft(), 'reject', people.owner);
      await story.putArticle('article-1', 'second text');
      await story.must('reopen-todo', { todo_id: 'todo-article-1' }, people.reviewer);
      const gate = await story.draft();
      return () => story.send('decide-gate', decision(gate), people.reviewer);
    },
  },
  {
    command: 'revoke-gate',
    rule: 'principal.not-allowed',
    terminal: true,
    because: 'an agent takes no approval back',
    send: async (story) => {
      const { gate_id, revision } = await story.draft();
      return () => story.send('revoke-gate', { gate_id, revision, reason: null }, people.agent);
    },
  },
  {
    command: 'revoke-gate',
    rule: 'gate.consumed',
    terminal: true,
    because: 'it is spent; there is nothing to take back',
    send: async (story) => {
      await story.decide(await story.draft());
      await story.commit();
      const { gate_id, revision } = await story.gateOf('todo-article-1');
      return () => story.send('revoke-gate', { gate_id, revision, reason: null }, people.reviewer);
    },
  },
  {
    command: 'expire-gate',
    rule: 'gate.not-expired',
    terminal: false,
    because: 'its time is not over',
    send: async (story) => {
      const { gate_id, revision } = await story.draft();
      return () => story.send('expire-gate', { gate_id, revision });
    },
  },
  {
    command: 'expire-gate',
    rule: 'principal.not-allowed',
    terminal: true,
    because: 'an agent clears no questions away',
    send: async (story) => {
      const { gate_id, revision } = await story.draft();
      return () => story.send('expire-gate', { gate_id, revision }, people.agent);
    },
  },
  {
    command: 'raise-standing-gate',
    rule: 'standing.wrong-todo',
    terminal: true,
    because: 'there is no standing approval to publish',
    send: async (story) => () => story.send('raise-standing-gate', standing('todo-article-1')),
  },
  {
    command: 'raise-standing-gate',
    rule: 'todo.unknown',
    terminal: false,
    because: 'there is no such todo',
    send: async (story) => () => story.send('raise-standing-gate', standing('none')),
  },
  {
    command: 'raise-standing-gate',
    rule: 'gate.subject-rejected',
    terminal: false,
    because: 'a person said no to exactly this',
    send: async (story) => {
      await story.addTodo('todo-enrol', 'enrol_stored_session');
      await story.must('raise-standing-gate', standing('todo-enrol'));
      await story.decide(await story.gateOf('todo-enrol'), 'reject');
      return () => story.send('raise-standing-gate', standing('todo-enrol'));
    },
  },
  {
    command: 'raise-standing-gate',
    rule: 'command.malformed',
    terminal: false,
    because: 'a question without words is no question',
    send: async (story) => {
      await story.addTodo('todo-enrol', 'enrol_stored_session');
      const input = { ...standing('todo-enrol'), attention: { ...shown, question: '' } };
      return () => story.send('raise-standing-gate', input);
    },
  },
  {
    command: 'admit-attempt',
    rule: 'standing.revoked',
    terminal: true,
    because: 'the person took the standing approval back',
    send: async (story) => {
      await story.addTodo('todo-enrol', 'enrol_stored_session');
      await story.must('raise-standing-gate', standing('todo-enrol'));
      await story.decide(await story.gateOf('todo-enrol'));
      const gate = await story.gateOf('todo-enrol');
      await story.must(
        'revoke-gate',
        { gate_id: gate.gate_id, revision: gate.revision, reason: null },
        people.reviewer,
      );
      const input = await story.admission('todo-article-1', 'draft', { standing_gate_id: gate.gate_id });
      return () => story.send('admit-attempt', input);
    },
  },
  {
    command: 'admit-attempt',
    rule: 'standing.other-principal',
    terminal: false,
    because: 'the signed-in account is not for these principals',
    send: async (story) => {
      await story.addTodo('todo-enrol', 'enrol_stored_session');
      const input = standing('todo-enrol');
      const subject = { ...input.subject, principal_id: 'another-agent' };
      await story.must('raise-standing-gate', { ...input, subject });
      await story.decide(await story.gateOf('todo-enrol'));
      const gate = await story.gateOf('todo-enrol');
      const draft = await story.admission('todo-article-1', 'draft', { standing_gate_id: gate.gate_id });
      return () => story.send('admit-attempt', draft);
    },
  },
  {
    command: 'admit-attempt',
    rule: 'standing.expired',
    terminal: true,
    because: 'the window of the standing approval is over',
    send: async (story) => {
      await story.addTodo('todo-enrol', 'enrol_stored_session');
      await story.must('raise-standing-gate', standing('todo-enrol'));
      await story.decide(await story.gateOf('todo-enrol'));
      const gate = await story.gateOf('todo-enrol');
      story.clock.advance(86_400_000);
      const input = await story.admission('todo-article-1', 'draft', { standing_gate_id: gate.gate_id });
      return () => story.send('admit-attempt', input);
    },
  },
  {
    command: 'commit-attempt',
    rule: 'standing.revoked',
    terminal: true,
    because: 'the account is no longer ours to use, with the finger on the key',
    send: async (story) => {
      await story.addTodo('todo-enrol', 'enrol_stored_session');
      await story.must('raise-standing-gate', standing('todo-enrol'));
      await story.decide(await story.gateOf('todo-enrol'));
      await story.decide(await story.draft());
      const gate = await story.gateOf('todo-enrol');
      const input = await story.admission('todo-article-1', 'external_write', {
        standing_gate_id: gate.gate_id,
      });
      const { attempt_id, fence } = await story.must('admit-attempt', input);
      await story.must('start-attempt', {
        attempt_id,
        fence,
        process_id: 'process-1',
        session_reference: 'session-1',
      });
      const attempt = await story.attempt(attempt_id);
      const subject_digest = attempt.subject_digest ?? '';
      await story.must('prepare-attempt', { attempt_id, fence, process_id: 'process-1', subject_digest });
      await story.must(
        'revoke-gate',
        { gate_id: gate.gate_id, revision: gate.revision, reason: null },
        people.reviewer,
      );
      return () => story.send('commit-attempt', story.commitInput(attempt));
    },
  },
];

export const gatesRows: readonly RefusalRow[] = [...rows];
