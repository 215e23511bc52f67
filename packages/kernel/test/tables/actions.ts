import { actions, computers, people, records, type Story } from '../../src/store-suite/index.ts';
import { standingSubject } from '../support/enrolment.ts';
import type { RefusalRow } from '../support/refusal-row.ts';

const { askedFor, asked, atWork, beginning, binding, held, openOn, raising, settling } = actions;

async function begun(story: Story): Promise<actions.AtWork> {
  const work = await atWork(story);
  await story.must('begin-action', await beginning(story, work));
  return work;
}

/** The same, on another Computer, with another article. */
async function elsewhere(story: Story): Promise<actions.AtWork> {
  await story.begin('article-2');
  return atWork(story, 'todo-article-2');
}

const beginRows: readonly RefusalRow[] = [
  {
    command: 'begin-action',
    rule: 'attempt.without-session',
    terminal: true,
    because: 'an attempt that carries out a plan takes no single actions',
    send: async (story) => {
      const attempt = await story.run('todo-article-1', 'draft');
      return () =>
        story.send('begin-action', { ...held(attempt), ...asked('a-1'), observation_generation: null });
    },
  },
  {
    command: 'begin-action',
    rule: 'screen.stale-control',
    terminal: true,
    because: 'a person has taken the Screen since the attempt began',
    send: async (story) => {
      const work = await atWork(story);
      const input = await beginning(story, work);
      await story.must('begin-takeover', await computers.control(story, work.awake), people.reviewer);
      return () => story.send('begin-action', input);
    },
  },
  {
    command: 'begin-action',
    rule: 'screen.stale-observation',
    terminal: false,
    because: 'another action came first',
    send: async (story) => {
      const work = await atWork(story);
      const input = await beginning(story, work, 'a-2');
      await story.must('begin-action', await beginning(story, work));
      return () => story.send('begin-action', input);
    },
  },
  {
    command: 'begin-action',
    rule: 'screen.stale-observation',
    terminal: false,
    because: 'nobody has made that observation yet',
    send: async (story) => {
      const work = await atWork(story);
      const input = await beginning(story, work);
      return () => story.send('begin-action', { ...input, observation_generation: 9 });
    },
  },
  {
    command: 'begin-action',
    rule: 'action.known',
    terminal: true,
    because: 'a repeat finds out, and does not act again',
    send: async (story) => {
      const work = await begun(story);
      const input = await beginning(story, work);
      return () => story.send('begin-action', input);
    },
  },
  {
    command: 'begin-action',
    rule: 'action.key-conflict',
    terminal: true,
    because: 'the key stands for another action',
    send: async (story) => {
      const work = await begun(story);
      const input = { ...(await beginning(story, work)), ...asked('a-1', 'press delete') };
      return () => story.send('begin-action', input);
    },
  },
  {
    command: 'begin-action',
    rule: 'action.key-conflict',
    terminal: true,
    because: 'the key was used in another session of the same agent',
    send: async (story) => {
      await begun(story);
      const other = await elsewhere(story);
      const input = await beginning(story, other);
      return () => story.send('begin-action', input);
    },
  },
];

const settleRows: readonly RefusalRow[] = [
  {
    command: 'settle-action',
    rule: 'session.unknown',
    terminal: false,
    because: 'it was never opened',
    send: async (story) => {
      const work = await begun(story);
      return () => story.send('settle-action', { ...settling(work), session_id: 'none' });
    },
  },
  {
    command: 'settle-action',
    rule: 'action.unknown',
    terminal: false,
    because: 'nothing was begun under this key',
    send: async (story) => {
      const work = await begun(story);
      return () => story.send('settle-action', settling(work, 'a-2'));
    },
  },
  {
    command: 'settle-action',
    rule: 'action.settled',
    terminal: true,
    because: 'what came of it is said once',
    send: async (story) => {
      const work = await begun(story);
      await story.must('settle-action', settling(work));
      return () => story.send('settle-action', { ...settling(work), outcome: 'stopped' });
    },
  },
  {
    command: 'settle-action',
    rule: 'action.other-attempt',
    terminal: false,
    because: 'another attempt carries it out',
    send: async (story) => {
      const work = await begun(story);
      const { attempt } = await elsewhere(story);
      return () => story.send('settle-action', settling({ ...work, attempt }));
    },
  },
  {
    command: 'settle-action',
    rule: 'action.other-attempt',
    terminal: false,
    because: 'there is no such attempt',
    send: async (story) => {
      const work = await begun(story);
      return () => story.send('settle-action', { ...settling(work), attempt_id: 'attempt_none' });
    },
  },
  {
    command: 'settle-action',
    rule: 'action.other-attempt',
    terminal: false,
    because: 'nobody has decided, so nothing was done',
    send: async (story) => {
      const work = await atWork(story);
      await askedFor(story, work);
      return () => story.send('settle-action', settling(work));
    },
  },
  {
    command: 'settle-action',
    rule: 'attempt.other-process',
    terminal: true,
    because: 'only who carried it out has seen it',
    send: async (story) => {
      const work = await begun(story);
      return () => story.send('settle-action', { ...settling(work), process_id: 'process-2' });
    },
  },
];

const raiseRows: readonly RefusalRow[] = [
  {
    command: 'raise-approval',
    rule: 'attempt.without-session',
    terminal: true,
    because: 'a plan asks by its receipt',
    send: async (story) => {
      const work = await elsewhere(story);
      const attempt = await story.run('todo-article-1', 'draft');
      const input = await raising(story, { ...work, attempt });
      return () => story.send('raise-approval', input);
    },
  },
  {
    command: 'raise-approval',
    rule: 'screen.stale-control',
    terminal: true,
    because: 'a person has taken the Screen since the attempt began',
    send: async (story) => {
      const work = await atWork(story);
      const input = await raising(story, work);
      await story.must('begin-takeover', await computers.control(story, work.awake), people.reviewer);
      return () => story.send('raise-approval', input);
    },
  },
  {
    command: 'raise-approval',
    rule: 'action.known',
    terminal: true,
    because: 'the key was begun already',
    send: async (story) => {
      const work = await begun(story);
      const input = { ...(await raising(story, work)), ...asked('a-1') };
      return () => story.send('raise-approval', input);
    },
  },
  {
    command: 'raise-approval',
    rule: 'approval.other-place',
    terminal: true,
    because: 'the question is about no single action',
    send: async (story) => {
      const input = await raising(story, await atWork(story));
      const subject = await story.subject('article-1');
      return () => story.send('raise-approval', { ...input, subject });
    },
  },
  {
    command: 'raise-approval',
    rule: 'approval.other-place',
    terminal: true,
    because: 'the action would be in another session',
    send: async (story) => {
      const work = await atWork(story);
      const input = await raising(story, work);
      const action = binding({ ...work, session_id: (await elsewhere(story)).session_id });
      return () => story.send('raise-approval', { ...input, subject: { ...input.subject, action } });
    },
  },
  {
    command: 'raise-approval',
    rule: 'approval.other-place',
    terminal: true,
    because: 'the action would be on another Computer',
    send: async (story) => {
      const work = await atWork(story);
      const input = await raising(story, work);
      const action = binding({ ...work, awake: (await elsewhere(story)).awake });
      return () => story.send('raise-approval', { ...input, subject: { ...input.subject, action } });
    },
  },
  {
    command: 'raise-approval',
    rule: 'approval.other-todo',
    terminal: true,
    because: 'the question is about another article',
    send: async (story) => {
      const work = await atWork(story);
      const input = await raising(story, work);
      await story.begin('article-2');
      const subject = { ...(await story.subject('article-2')), action: binding(work) };
      return () => story.send('raise-approval', { ...input, subject });
    },
  },
  {
    command: 'raise-approval',
    rule: 'approval.other-todo',
    terminal: true,
    because: 'the question is of another capability',
    send: async (story) => {
      const work = await atWork(story);
      const input = await raising(story, work);
      const subject = { ...input.subject, capability: 'explore' };
      return () => story.send('raise-approval', { ...input, subject });
    },
  },
  {
    command: 'raise-approval',
    rule: 'approval.evidence-missing',
    terminal: true,
    because: 'a person decides on what was seen',
    send: async (story) => {
      const input = await raising(story, await atWork(story));
      const attention = { ...input.attention, evidence: [] };
      return () => story.send('raise-approval', { ...input, attention });
    },
  },
  {
    command: 'raise-approval',
    rule: 'approval.evidence-unregistered',
    terminal: false,
    because: 'what is shown was never kept',
    send: async (story) => {
      const input = await raising(story, await atWork(story));
      const digest = records.contentDigest('something else');
      const attention = { ...input.attention, evidence: [{ evidence_class: 'screenshot', digest } as const] };
      return () => story.send('raise-approval', { ...input, attention });
    },
  },
  {
    command: 'raise-approval',
    rule: 'gate.record-moved',
    terminal: false,
    because: 'the article has other text by now',
    send: async (story) => {
      const input = await raising(story, await atWork(story));
      await story.putArticle('article-1', 'second text');
      return () => story.send('raise-approval', input);
    },
  },
  {
    command: 'raise-approval',
    rule: 'gate.subject-rejected',
    terminal: false,
    because: 'a person turned exactly this down while its attempt was still ending',
    send: async (story) => {
      const work = await atWork(story);
      const input = await raising(story, work);
      const { gate_id } = await story.must('raise-approval', input);
      await story.decide(await story.gate(gate_id), 'reject');
      return () => story.send('raise-approval', { ...input, key: 'a-2' });
    },
  },
];

const joinRows: readonly RefusalRow[] = [
  {
    command: 'join-approval',
    rule: 'session.unknown',
    terminal: false,
    because: 'it was never opened',
    send: async (story) => {
      const { gate_id } = await askedFor(story, await atWork(story));
      return () => story.send('join-approval', { ...asked('a-2'), session_id: 'none', gate_id });
    },
  },
  {
    command: 'join-approval',
    rule: 'action.known',
    terminal: true,
    because: 'the key waits for it already',
    send: async (story) => {
      const { gate_id, subject } = await askedFor(story, await atWork(story));
      const session_id = 'action' in subject ? (subject.action?.session_id ?? '') : '';
      return () => story.send('join-approval', { ...asked('a-1', 'Publish'), session_id, gate_id });
    },
  },
  {
    command: 'join-approval',
    rule: 'approval.unknown',
    terminal: false,
    because: 'there is none',
    send: async (story) => {
      const { session_id } = await atWork(story);
      return () => story.send('join-approval', { ...asked('a-2'), session_id, gate_id: 'none' });
    },
  },
  {
    command: 'join-approval',
    rule: 'approval.unknown',
    terminal: false,
    because: 'the gate is about a plan, which no key of an agent waits for',
    send: async (story) => {
      const { gate_id } = await story.draft();
      const { session_id } = await elsewhere(story);
      return () => story.send('join-approval', { ...asked('a-2'), session_id, gate_id });
    },
  },
  {
    command: 'join-approval',
    rule: 'approval.unknown',
    terminal: false,
    because: 'a standing approval is for no single action',
    send: async (story) => {
      const work = await atWork(story);
      await story.addTodo('todo-enrol', 'enrol_stored_session');
      const { gate_id } = await story.must('raise-standing-gate', {
        todo_id: 'todo-enrol',
        subject: standingSubject,
        attention: records.attention('Let the agent use the account desk?'),
        provenance: [people.agent],
        expires_in_ms: 60_000,
      });
      return () => story.send('join-approval', { ...asked('a-2'), session_id: work.session_id, gate_id });
    },
  },
  {
    command: 'join-approval',
    rule: 'approval.other-place',
    terminal: true,
    because: 'the approval is for another session',
    send: async (story) => {
      const { gate_id } = await askedFor(story, await atWork(story));
      const { session_id } = await elsewhere(story);
      return () => story.send('join-approval', { ...asked('a-2'), session_id, gate_id });
    },
  },
  {
    command: 'join-approval',
    rule: 'gate.rejected',
    terminal: true,
    because: 'it is over, and a new key asks anew',
    send: async (story) => {
      const work = await atWork(story);
      const gate = await askedFor(story, work);
      await story.decide(gate, 'reject');
      const { gate_id } = gate;
      return () => story.send('join-approval', { ...asked('a-2'), session_id: work.session_id, gate_id });
    },
  },
];

const supersedeRows: readonly RefusalRow[] = [
  {
    command: 'supersede-approval',
    rule: 'approval.unknown',
    terminal: false,
    because: 'a gate of a plan ends with its record, not with a page',
    send: async (story) => {
      const { gate_id, revision } = await story.draft();
      return () => story.send('supersede-approval', { gate_id, revision });
    },
  },
  {
    command: 'supersede-approval',
    rule: 'gate.stale-revision',
    terminal: true,
    because: 'a person has decided since',
    send: async (story) => {
      const gate = await askedFor(story, await atWork(story));
      await story.decide(gate);
      const { gate_id, revision } = gate;
      return () => story.send('supersede-approval', { gate_id, revision });
    },
  },
  {
    command: 'supersede-approval',
    rule: 'gate.superseded',
    terminal: true,
    because: 'it is over once',
    send: async (story) => {
      const { gate_id, revision } = await askedFor(story, await atWork(story));
      await story.must('supersede-approval', { gate_id, revision });
      return () => story.send('supersede-approval', { gate_id, revision: revision + 1 });
    },
  },
];

const admissionRows: readonly RefusalRow[] = [
  {
    command: 'admit-attempt',
    rule: 'attempt.other-session',
    terminal: true,
    because: 'what was approved in one session is pressed in no other',
    send: async (story) => {
      const work = await atWork(story);
      const gate = await askedFor(story, work);
      await story.decide(gate);
      const awake = await computers.awakeComputer(story);
      const session_id = await openOn(story, awake);
      const subject = { ...(await story.subject('article-1')), action: binding(work) };
      const input = await story.admission('todo-article-1', 'external_write', { session_id, subject });
      return () => story.send('admit-attempt', input);
    },
  },
  {
    command: 'admit-attempt',
    rule: 'attempt.other-session',
    terminal: true,
    because: 'what was approved in a session is not pressed outside of it',
    send: async (story) => {
      const work = await atWork(story);
      await story.decide(await askedFor(story, work));
      const subject = { ...(await story.subject('article-1')), action: binding(work) };
      const input = await story.admission('todo-article-1', 'external_write', { subject });
      return () => story.send('admit-attempt', input);
    },
  },
];

export const actionRows: readonly RefusalRow[] = [
  ...beginRows,
  ...settleRows,
  ...raiseRows,
  ...joinRows,
  ...supersedeRows,
  ...admissionRows,
];
