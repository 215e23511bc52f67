import { digestOf } from '@cux/contracts';
import type { Attempt } from '../../src/index.ts';
import { people, records, type Story } from '../../src/store-suite/index.ts';
import { boundDraft } from '../support/bound-draft.ts';
import type { RefusalRow } from '../support/refusal-row.ts';

const todoId = 'todo-article-1';

async function approved(story: Story): Promise<void> {
  await story.decide(await story.draft());
}

/** An attempt of a publication in the given state, and what an honest commit would send. */
async function publication(story: Story, state: 'running' | 'prepared' | 'committed'): Promise<Attempt> {
  await approved(story);
  if (state === 'running') return story.run(todoId, 'external_write');
  return state === 'prepared' ? story.prepare() : story.commit();
}

function fenced({ attempt_id, fence }: Attempt): { attempt_id: string; fence: number } {
  return { attempt_id, fence };
}

function held(attempt: Attempt): { attempt_id: string; fence: number; process_id: string } {
  return { ...fenced(attempt), process_id: attempt.process_id };
}

/** Commits a prepared publication after something has happened. */
function commitAfter(
  happens: (story: Story, attempt: Attempt) => Promise<void> | void,
  changes: (
    input: ReturnType<Story['commitInput']>,
  ) => Partial<ReturnType<Story['commitInput']>> = () => ({}),
): RefusalRow['send'] {
  return async (story) => {
    const attempt = await publication(story, 'prepared');
    await happens(story, attempt);
    const input = story.commitInput(attempt);
    return () => story.send('commit-attempt', { ...input, ...changes(input) });
  };
}

const nothing = (): void => undefined;
const otherDigest = digestOf('cux/subject', 'other');

const arrows: readonly RefusalRow[] = [
  {
    command: 'start-attempt',
    rule: 'attempt.unknown',
    terminal: false,
    because: 'it was never admitted',
    send: async (story) => () =>
      story.send('start-attempt', {
        attempt_id: 'attempt_none',
        fence: 1,
        process_id: 'process-1',
        session_reference: 's',
      }),
  },
  {
    command: 'start-attempt',
    rule: 'attempt.wrong-state',
    terminal: false,
    because: 'it runs already',
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      return () => story.send('start-attempt', { ...held(attempt), session_reference: 'other' });
    },
  },
  {
    command: 'start-attempt',
    rule: 'attempt.wrong-state',
    terminal: true,
    because: 'it was abandoned',
    send: async (story) => {
      const { attempt_id, fence } = await story.must('admit-attempt', await story.admission(todoId, 'draft'));
      await story.must('abandon-attempt', {
        attempt_id,
        fence,
        process_id: 'process-1',
        because: 'engine-start-failed',
      });
      return () =>
        story.send('start-attempt', { attempt_id, fence, process_id: 'process-1', session_reference: 's' });
    },
  },
  {
    command: 'start-attempt',
    rule: 'attempt.lease-over',
    terminal: true,
    because: 'the lease ended while the engine started',
    send: async (story) => {
      const { attempt_id, fence } = await story.must('admit-attempt', await story.admission(todoId, 'draft'));
      story.clock.advance(60_000);
      return () =>
        story.send('start-attempt', { attempt_id, fence, process_id: 'process-1', session_reference: 's' });
    },
  },
  {
    command: 'renew-lease',
    rule: 'attempt.lower-fence',
    terminal: true,
    because: 'another holder is at work',
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      return () => story.send('renew-lease', { ...held(attempt), fence: 0, lease_ms: 60_000 });
    },
  },
  {
    command: 'renew-lease',
    rule: 'attempt.fence-ahead',
    terminal: true,
    because: 'such a fence was never issued',
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      return () => story.send('renew-lease', { ...held(attempt), fence: 2, lease_ms: 60_000 });
    },
  },
  {
    command: 'renew-lease',
    rule: 'attempt.lease-over',
    terminal: true,
    because: 'a lease that is over is not revived, also by a clock that steps back',
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      story.clock.advance(60_000);
      await story.putArticle('article-2', 'a write that stores the higher time');
      story.clock.advance(-120_000);
      return () => story.send('renew-lease', { ...held(attempt), lease_ms: 60_000 });
    },
  },
  {
    command: 'renew-lease',
    rule: 'attempt.deadline-passed',
    terminal: true,
    because: 'an attempt has an end, however alive it is',
    send: async (story) => {
      const input = await story.admission(todoId, 'draft', { lease_ms: 600_000, deadline_ms: 1_000 });
      const { attempt_id, fence } = await story.must('admit-attempt', input);
      story.clock.advance(1_000);
      return () =>
        story.send('renew-lease', { attempt_id, fence, process_id: 'process-1', lease_ms: 60_000 });
    },
  },
  {
    command: 'prepare-attempt',
    rule: 'attempt.class-cannot-commit',
    terminal: true,
    because: 'a draft never has its finger on the key',
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      return () => story.send('prepare-attempt', { ...held(attempt), subject_digest: otherDigest });
    },
  },
  {
    command: 'prepare-attempt',
    rule: 'gate.subject-changed',
    terminal: true,
    because: 'what is prepared is something else',
    send: async (story) => {
      const attempt = await publication(story, 'running');
      return () => story.send('prepare-attempt', { ...held(attempt), subject_digest: otherDigest });
    },
  },
  {
    command: 'prepare-attempt',
    rule: 'gate.revoked',
    terminal: true,
    because: 'the person took the approval back',
    send: async (story) => {
      const attempt = await publication(story, 'running');
      const { gate_id, revision } = await story.gateOf(todoId);
      await story.must('revoke-gate', { gate_id, revision, reason: null }, people.reviewer);
      return () =>
        story.send('prepare-attempt', { ...held(attempt), subject_digest: attempt.subject_digest ?? '' });
    },
  },
  {
    command: 'prepare-attempt',
    rule: 'principal.not-allowed',
    terminal: true,
    because: 'a provider does not carry itself across',
    send: async (story) => {
      const attempt = await publication(story, 'running');
      const subject_digest = attempt.subject_digest ?? '';
      return () => story.send('prepare-attempt', { ...held(attempt), subject_digest }, people.provider);
    },
  },
];

const commits: readonly RefusalRow[] = [
  {
    command: 'commit-attempt',
    rule: 'attempt.wrong-state',
    terminal: false,
    because: 'nothing is prepared',
    send: async (story) => {
      const attempt = await publication(story, 'running');
      return () => story.send('commit-attempt', story.commitInput(attempt));
    },
  },
  {
    command: 'commit-attempt',
    rule: 'attempt.wrong-state',
    terminal: false,
    because: 'it is committed already, and this is another key',
    send: async (story) => {
      const attempt = await publication(story, 'committed');
      return () => story.send('commit-attempt', story.commitInput(attempt));
    },
  },
  {
    command: 'commit-attempt',
    rule: 'attempt.lower-fence',
    terminal: true,
    because: 'a late holder',
    send: commitAfter(nothing, () => ({ fence: 1 })),
  },
  {
    command: 'commit-attempt',
    rule: 'attempt.lease-over',
    terminal: true,
    because: 'the holder was paused past its lease',
    send: commitAfter((story) => story.clock.advance(60_000)),
  },
  {
    command: 'commit-attempt',
    rule: 'gate.expired',
    terminal: true,
    because: 'the approval ran out between admission and commit',
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      await story.report(attempt, 'drafted');
      await story.settle(attempt, await story.asking(todoId, 'article-1', 30_000));
      await story.decide(await story.gateOf(todoId));
      const prepared = await story.prepare();
      story.clock.advance(30_000);
      return () => story.send('commit-attempt', story.commitInput(prepared));
    },
  },
  {
    command: 'commit-attempt',
    rule: 'gate.expired',
    terminal: true,
    because: 'and a clock that steps back revives it not',
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      await story.report(attempt, 'drafted');
      await story.settle(attempt, await story.asking(todoId, 'article-1', 30_000));
      await story.decide(await story.gateOf(todoId));
      const prepared = await story.prepare();
      story.clock.advance(30_000);
      await story.putArticle('article-2', 'a write that stores the higher time');
      story.clock.advance(-30_000);
      return () => story.send('commit-attempt', story.commitInput(prepared));
    },
  },
  {
    command: 'commit-attempt',
    rule: 'gate.revoked',
    terminal: true,
    because: 'the person took the approval back with the finger on the key',
    send: commitAfter(async (story) => {
      const { gate_id, revision } = await story.gateOf(todoId);
      await story.must('revoke-gate', { gate_id, revision, reason: null }, people.reviewer);
    }),
  },
  {
    command: 'commit-attempt',
    rule: 'gate.superseded',
    terminal: true,
    because: 'the article has other content by now (K14)',
    send: commitAfter((story) => story.putArticle('article-1', 'second text')),
  },
  {
    command: 'commit-attempt',
    rule: 'gate.other-binding',
    terminal: true,
    because: 'the revision is not the admitted one',
    send: commitAfter(nothing, ({ gate }) => ({ gate: { ...gate, revision: gate.revision + 1 } })),
  },
  {
    command: 'commit-attempt',
    rule: 'gate.binding-not-open',
    terminal: true,
    because: 'the binding itself says closed',
    send: commitAfter(nothing, ({ gate }) => ({ gate: { ...gate, status: 'closed' } })),
  },
  {
    command: 'commit-attempt',
    rule: 'gate.subject-changed',
    terminal: true,
    because: 'what would be sent is something else (K02)',
    send: commitAfter(nothing, () => ({ subject_digest: otherDigest })),
  },
  {
    command: 'commit-attempt',
    rule: 'goal.not-active',
    terminal: false,
    because: 'the goal was paused meanwhile',
    send: commitAfter(async (story) => {
      await story.must('pause-goal', { goal_id: 'goal-1', paused: true });
    }),
  },
  {
    command: 'commit-attempt',
    rule: 'attempt.other-actor',
    terminal: true,
    because: 'somebody outside its provenance would press (K13)',
    send: async (story) => {
      const attempt = await publication(story, 'prepared');
      return () =>
        story.send('commit-attempt', story.commitInput(attempt), { kind: 'operator', id: 'other-host' });
    },
  },
  {
    command: 'commit-attempt',
    rule: 'principal.not-allowed',
    terminal: true,
    because: 'a provider never authorises',
    send: async (story) => {
      const attempt = await publication(story, 'prepared');
      return () => story.send('commit-attempt', story.commitInput(attempt), people.provider);
    },
  },
];

const endings: readonly RefusalRow[] = [
  {
    command: 'abandon-attempt',
    rule: 'attempt.wrong-state',
    terminal: false,
    because: 'its receipt is in; the proposal follows',
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      await story.report(attempt, 'drafted');
      return () => story.send('abandon-attempt', { ...held(attempt), because: 'host-fault' });
    },
  },
  {
    command: 'abandon-attempt',
    rule: 'principal.not-allowed',
    terminal: true,
    because: 'a provider gives no todo back',
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      return () =>
        story.send('abandon-attempt', { ...held(attempt), because: 'host-fault' }, people.provider);
    },
  },
  {
    command: 'take-over-attempt',
    rule: 'attempt.held',
    terminal: false,
    because: 'its process may be alive and its lease holds',
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      return () => story.send('take-over-attempt', { ...fenced(attempt), dead_processes: ['process-other'] });
    },
  },
  {
    command: 'add-evidence',
    rule: 'attempt.wrong-state',
    terminal: false,
    because: 'nothing runs yet that could capture it',
    send: async (story) => {
      const { attempt_id, fence } = await story.must('admit-attempt', await story.admission(todoId, 'draft'));
      return () =>
        story.send('add-evidence', {
          attempt_id,
          fence,
          evidence_class: 'screenshot',
          digest: records.evidenceDigest,
          size: 1,
          redacted: true,
        });
    },
  },
  {
    command: 'settle-outcome',
    rule: 'principal.not-allowed',
    terminal: true,
    because: 'only a person says what nobody could read back',
    send: async (story) => {
      const attempt = await publication(story, 'committed');
      await story.report(attempt, 'press-unknown');
      const { attempt_id } = attempt;
      return async () => story.send('settle-outcome', await story.look(attempt_id, 'happened'));
    },
  },
  {
    command: 'settle-outcome',
    rule: 'outcome.not-unknown',
    terminal: false,
    because: 'it is still committed; its receipt may come',
    send: async (story) => {
      const { attempt_id } = await publication(story, 'committed');
      return async () => story.send('settle-outcome', await story.look(attempt_id, 'happened'), people.owner);
    },
  },
  {
    command: 'settle-outcome',
    rule: 'outcome.settled',
    terminal: true,
    because: 'the read-back has said it already',
    send: async (story) => {
      const { attempt, readBack } = await story.publish();
      await story.readBack(readBack, attempt);
      const { attempt_id } = attempt;
      return async () =>
        story.send('settle-outcome', await story.look(attempt_id, 'not_happened'), people.owner);
    },
  },
];

async function silentPublication(story: Story): Promise<Attempt> {
  const attempt = await publication(story, 'committed');
  await story.report(attempt, 'press-unknown');
  return story.attempt(attempt.attempt_id);
}

const other = 'process-2';

/** Whatever carries an attempt on comes from the process that was admitted with it. */
const processes: readonly RefusalRow[] = [
  {
    command: 'start-attempt',
    rule: 'attempt.other-process',
    terminal: true,
    because: 'another process has its number and fence, and no attempt',
    send: async (story) => {
      const { attempt_id, fence } = await story.must('admit-attempt', await story.admission(todoId, 'draft'));
      const input = { attempt_id, fence, process_id: other, session_reference: 's' };
      return () => story.send('start-attempt', input);
    },
  },
  {
    command: 'renew-lease',
    rule: 'attempt.other-process',
    terminal: true,
    because: 'nobody prolongs the lease of a process that may be dead',
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      return () => story.send('renew-lease', { ...held(attempt), process_id: other, lease_ms: 60_000 });
    },
  },
  {
    command: 'prepare-attempt',
    rule: 'attempt.other-process',
    terminal: true,
    because: 'the finger on the key is another one',
    send: async (story) => {
      const attempt = await publication(story, 'running');
      const subject_digest = attempt.subject_digest ?? '';
      return () => story.send('prepare-attempt', { ...held(attempt), process_id: other, subject_digest });
    },
  },
  {
    command: 'commit-attempt',
    rule: 'attempt.other-process',
    terminal: true,
    because: 'a permit is issued to the process that prepared',
    send: commitAfter(nothing, () => ({ process_id: other })),
  },
  {
    command: 'abandon-attempt',
    rule: 'attempt.other-process',
    terminal: true,
    because: 'another process waits for the lease, and takes over then',
    send: async (story) => {
      const attempt = await publication(story, 'committed');
      return () => story.send('abandon-attempt', { ...held(attempt), process_id: other, because: 'mine' });
    },
  },
  {
    command: 'report-attempt',
    rule: 'attempt.other-process',
    terminal: true,
    because: 'a receipt comes from where the press was',
    send: async (story) => {
      const attempt = await publication(story, 'committed');
      await story.addEvidence(attempt);
      const input = { ...story.reportInput(attempt, 'published'), process_id: other };
      return () => story.send('report-attempt', input);
    },
  },
  {
    command: 'report-attempt',
    rule: 'receipt.evidence-unregistered',
    terminal: true,
    because: 'the annex names evidence that was never kept',
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      return () => story.send('report-attempt', story.reportInput(attempt, 'drafted'));
    },
  },
  {
    command: 'report-attempt',
    rule: 'receipt.evidence-unregistered',
    terminal: true,
    because: 'or that another attempt has kept',
    send: async (story) => {
      const first = await story.run(todoId, 'draft');
      await story.report(first, 'drafted');
      await story.settle(first, records.proposalFor({ state: 'open' }));
      const attempt = await story.run(todoId, 'draft');
      return () => story.send('report-attempt', story.reportInput(attempt, 'drafted'));
    },
  },
];

/** Further places at which an attempt, or what came of it, is refused. */
const further: readonly RefusalRow[] = [
  {
    command: 'prepare-attempt',
    rule: 'attempt.class-cannot-commit',
    terminal: true,
    because: 'nor a draft that rests on a gate',
    send: async (story) => {
      const input = await boundDraft(story);
      const { attempt_id, fence } = await story.must('admit-attempt', input);
      const own = { attempt_id, fence, process_id: 'process-1' };
      await story.must('start-attempt', { ...own, session_reference: 's' });
      const { subject_digest } = await story.gateOf(todoId);
      return () => story.send('prepare-attempt', { ...own, subject_digest });
    },
  },
  {
    command: 'commit-attempt',
    rule: 'gate.other-binding',
    terminal: true,
    because: 'the gate is not the admitted one',
    send: commitAfter(nothing, ({ gate }) => ({ gate: { ...gate, gate_id: 'gate_other' } })),
  },
  {
    command: 'commit-attempt',
    rule: 'record.outcome-unknown',
    terminal: false,
    because: 'another todo has written to the same place a moment ago',
    send: async (story) => {
      await story.addTodo('todo-twin', 'draft_until_review_gate', 'article-1');
      const draft = await story.run('todo-twin', 'draft');
      await story.report(draft, 'drafted');
      const asking = await story.asking('todo-twin', 'article-1');
      const gate = asking.gate?.kind === 'item' ? asking.gate : null;
      if (gate === null) throw new Error('no gate');
      const subject = { ...gate.subject, policy_version: 'policy-2' };
      await story.settle(draft, { ...asking, gate: { ...gate, subject } });
      await story.decide(await story.gateOf('todo-twin'));
      await approved(story);
      const input = await story.admission('todo-twin', 'external_write', { subject });
      const { attempt_id, fence } = await story.must('admit-attempt', input);
      const own = { attempt_id, fence, process_id: 'process-1' };
      await story.must('start-attempt', { ...own, session_reference: 's' });
      await story.must('prepare-attempt', { ...own, subject_digest: digestOf('cux/subject', subject) });
      const twin = await story.attempt(attempt_id);
      await story.commit();
      return () => story.send('commit-attempt', story.commitInput(twin));
    },
  },
  {
    command: 'settle-outcome',
    rule: 'attempt.unknown',
    terminal: false,
    because: 'it was never admitted',
    send: async (story) => async () =>
      story.send('settle-outcome', await story.look('attempt_none', 'happened'), people.owner),
  },
  {
    command: 'settle-outcome',
    rule: 'outcome.not-unknown',
    terminal: false,
    because: 'a draft has nothing that could have happened',
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      await story.report(attempt, 'drafted');
      const { attempt_id } = attempt;
      return async () => story.send('settle-outcome', await story.look(attempt_id, 'happened'), people.owner);
    },
  },
  {
    command: 'settle-outcome',
    rule: 'outcome.not-yet',
    terminal: false,
    because: 'what left may still arrive',
    send: async (story) => {
      const attempt = await publication(story, 'committed');
      await story.report(attempt, 'press-unknown');
      const { attempt_id } = attempt;
      return async () =>
        story.send('settle-outcome', await story.look(attempt_id, 'not_happened'), people.owner);
    },
  },
  {
    command: 'settle-outcome',
    rule: 'outcome.looked-too-soon',
    terminal: false,
    because: 'what was not there yet when somebody looked may have arrived since',
    send: async (story) => {
      const { attempt_id } = await silentPublication(story);
      const look = await story.look(attempt_id, 'not_happened');
      await story.waitOut(attempt_id);
      return () => story.send('settle-outcome', look, people.owner);
    },
  },
  {
    command: 'settle-outcome',
    rule: 'outcome.looked-too-soon',
    terminal: false,
    because: 'what was there before the attempt is not of its doing',
    send: async (story) => {
      const { attempt_id, admitted_at } = await silentPublication(story);
      const look = await story.look(attempt_id, 'happened');
      return () => story.send('settle-outcome', { ...look, looked_at: admitted_at - 1 }, people.owner);
    },
  },
  {
    command: 'settle-outcome',
    rule: 'outcome.looked-ahead',
    terminal: false,
    because: 'nobody has looked in a minute',
    send: async (story) => {
      const { attempt_id } = await silentPublication(story);
      await story.waitOut(attempt_id);
      const look = await story.look(attempt_id, 'not_happened');
      return () =>
        story.send('settle-outcome', { ...look, looked_at: look.looked_at + 60_000 }, people.owner);
    },
  },
  {
    command: 'cancel-todo',
    rule: 'todo.terminal',
    terminal: true,
    because: 'it is done',
    send: async (story) => {
      const { attempt, readBack } = await story.publish();
      await story.readBack(readBack, attempt);
      return () => story.send('cancel-todo', { todo_id: todoId }, people.owner);
    },
  },
];

export const attemptsRows: readonly RefusalRow[] = [
  ...processes,
  ...arrows,
  ...commits,
  ...endings,
  ...further,
];
