import type { Annex } from '@cux/contracts';
import type { Attempt, CommandInput } from '../../src/index.ts';
import { people, records, type Story } from '../../src/store-suite/index.ts';
import type { RefusalRow } from '../support/refusal-row.ts';

const { bytes, reportFor } = records;
const todoId = 'todo-article-1';
type Report = CommandInput<'report-attempt'>;

/** Reports a draft attempt after something has happened, or with something changed. */
function draftReport(
  happens: (story: Story, attempt: Attempt) => Promise<unknown> | unknown,
  change: (input: Report, attempt: Attempt) => Partial<Report> = () => ({}),
): RefusalRow['send'] {
  return async (story) => {
    const attempt = await story.run(todoId, 'draft');
    await happens(story, attempt);
    const input = story.reportInput(attempt, 'drafted');
    return () => story.send('report-attempt', { ...input, ...change(input, attempt) });
  };
}

const nothing = (): void => undefined;

/** The same report with another annex. */
function withAnnex(
  story: Story,
  attempt: Attempt,
  ending: 'drafted' | 'published',
  change: (annex: Annex) => Partial<Annex>,
): Report {
  const { annex } = reportFor(attempt, ending);
  return { ...story.reportInput(attempt, ending), annex: bytes({ ...annex, ...change(annex) }) };
}

/** The accepted receipt once more, by somebody else. */
function replayed(
  rule: string,
  because: string,
  stranger: Partial<CommandInput<'report-attempt'>>,
): RefusalRow {
  return {
    command: 'report-attempt',
    rule,
    terminal: true,
    because,
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      await story.report(attempt, 'drafted');
      const again = { ...story.reportInput(attempt, 'drafted'), ...stranger };
      return () => story.send('report-attempt', again);
    },
  };
}

const rows: readonly RefusalRow[] = [
  {
    command: 'report-attempt',
    rule: 'attempt.unknown',
    terminal: false,
    because: 'the key of no attempt',
    send: draftReport(nothing, () => ({ attempt_id: 'attempt_none' })),
  },
  {
    command: 'report-attempt',
    rule: 'attempt.fence-behind',
    terminal: true,
    because: 'a lower fence comes too late (zombie)',
    send: draftReport(nothing, (input) => ({ fence: input.fence - 1 })),
  },
  {
    command: 'report-attempt',
    rule: 'attempt.lease-over',
    terminal: true,
    because: 'the lease ended before it',
    send: draftReport((story) => story.clock.advance(60_000)),
  },
  {
    command: 'report-attempt',
    rule: 'receipt.refused',
    terminal: true,
    because: 'deadline and lease are both over',
    send: draftReport((story) => story.clock.advance(300_000)),
  },
  {
    command: 'report-attempt',
    rule: 'attempt.deadline-passed',
    terminal: true,
    because: 'the deadline has passed, whatever the lease says',
    send: async (story) => {
      const input = await story.admission(todoId, 'draft', { lease_ms: 600_000, deadline_ms: 1_000 });
      const { attempt_id, fence } = await story.must('admit-attempt', input);
      const own = { attempt_id, fence, process_id: 'process-1' };
      await story.must('start-attempt', { ...own, session_reference: 's' });
      const attempt = await story.attempt(attempt_id);
      await story.addEvidence(attempt);
      story.clock.advance(1_000);
      return () => story.send('report-attempt', story.reportInput(attempt, 'drafted'));
    },
  },
  {
    command: 'report-attempt',
    rule: 'attempt.fence-behind',
    terminal: true,
    because: 'a later attempt holds the todo, and the fence is that of the earlier one',
    send: async (story) => {
      const zombie = await story.run(todoId, 'draft');
      const { attempt_id, fence, process_id } = zombie;
      await story.must('abandon-attempt', { attempt_id, fence, process_id, because: 'host-fault' });
      const later = await story.run(todoId, 'draft');
      const input = story.reportInput(later, 'drafted');
      return () => story.send('report-attempt', { ...input, fence });
    },
  },
  {
    command: 'report-attempt',
    rule: 'receipt.refused',
    terminal: true,
    because: 'it was abandoned: cancelled, and over',
    send: draftReport((story, { attempt_id, fence }) =>
      story.must('abandon-attempt', { attempt_id, fence, process_id: 'process-1', because: 'host-fault' }),
    ),
  },
  {
    command: 'report-attempt',
    rule: 'receipt.refused',
    terminal: true,
    because: 'its todo was cancelled',
    send: draftReport((story) => story.must('cancel-todo', { todo_id: todoId })),
  },
  {
    command: 'report-attempt',
    rule: 'receipt.refused',
    terminal: true,
    because: 'a receipt before dispatch has neither session nor standing',
    send: async (story) => {
      const { attempt_id } = await story.must('admit-attempt', await story.admission(todoId, 'draft'));
      const input = story.reportInput(await story.attempt(attempt_id), 'drafted');
      return () => story.send('report-attempt', input);
    },
  },
  replayed('identity.channel', 'a replay through the channel of another provider', {
    channel_provider_id: 'another-provider',
  }),
  replayed('attempt.fence-ahead', 'a replay with a fence that was never issued', { fence: 99 }),
  replayed('attempt.other-process', 'a replay by a process that was not admitted', {
    process_id: 'process-2',
  }),
  {
    command: 'report-attempt',
    rule: 'replay.conflict',
    terminal: true,
    because: 'the same key with other content',
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      await story.report(attempt, 'drafted');
      const other = story.reportInput(attempt, 'failed');
      return () => story.send('report-attempt', other);
    },
  },
  {
    command: 'report-attempt',
    rule: 'receipt.already-answered',
    terminal: true,
    because: 'a second receipt under a new key',
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      await story.report(attempt, 'drafted');
      const other = story.reportInput({ ...attempt, idempotency_key: 'key_never_issued' }, 'drafted');
      return () => story.send('report-attempt', other);
    },
  },
  {
    command: 'report-attempt',
    rule: 'identity.channel',
    terminal: true,
    because: 'who is at the other end is not who the body says',
    send: draftReport(nothing, () => ({ channel_provider_id: 'somebody-else' })),
  },
  {
    command: 'report-attempt',
    rule: 'receipt.refused',
    terminal: true,
    because: 'a draft that claims a press is never acceptable',
    send: draftReport(nothing, (_input, attempt) => {
      const { receipt } = reportFor(attempt, 'drafted');
      const observed_facts = { ...receipt.observed_facts, final_action_clicked: true };
      return { receipt: bytes({ ...receipt, observed_facts }) };
    }),
  },
  {
    command: 'report-attempt',
    rule: 'receipt.refused',
    terminal: true,
    because: 'a provider authors no writeback',
    send: draftReport(nothing, (_input, attempt) => ({
      receipt: bytes({ ...reportFor(attempt, 'drafted').receipt, complete_todo: true }),
    })),
  },
  {
    command: 'report-attempt',
    rule: 'receipt.refused',
    terminal: true,
    because: 'nothing was committed, so nothing can have been published',
    send: async (story) => {
      await story.decide(await story.draft());
      const attempt = await story.prepare();
      const input = story.reportInput(attempt, 'published');
      return () => story.send('report-attempt', input);
    },
  },
  {
    command: 'report-attempt',
    rule: 'receipt.refused',
    terminal: true,
    because: 'the gate was revoked between dispatch and receipt',
    send: async (story) => {
      await story.decide(await story.draft());
      const attempt = await story.prepare();
      const { gate_id, revision } = await story.gateOf(todoId);
      await story.must('revoke-gate', { gate_id, revision, reason: null }, people.reviewer);
      return () => story.send('report-attempt', story.reportInput(attempt, 'failed'));
    },
  },
  {
    command: 'report-attempt',
    rule: 'annex.rule-unknown',
    terminal: true,
    because: 'its annex names a rule that the plan has not',
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      await story.addEvidence(attempt);
      const input = withAnnex(story, attempt, 'drafted', ({ allowed_writes }) => ({
        allowed_writes: [...allowed_writes, { rule: 'save-elsewhere', count: 1 }],
      }));
      return () => story.send('report-attempt', input);
    },
  },
  {
    command: 'report-attempt',
    rule: 'annex.permit-contradicts',
    terminal: true,
    because: 'its annex says that more of the permit was spent than the plan has rules',
    send: async (story) => {
      await story.decide(await story.draft());
      const attempt = await story.commit();
      await story.addEvidence(attempt);
      const input = withAnnex(story, attempt, 'published', () => ({ permit_spent: 2 }));
      return () => story.send('report-attempt', input);
    },
  },
  {
    command: 'report-attempt',
    rule: 'attempt.over',
    terminal: true,
    because: 'recovery has given the outcome to a read-back; a late receipt moves nothing',
    send: async (story) => {
      await story.decide(await story.draft());
      const attempt = await story.commit();
      const { attempt_id, fence } = attempt;
      await story.must('take-over-attempt', { attempt_id, fence, dead_processes: ['process-1'] });
      return () => story.send('report-attempt', story.reportInput(attempt, 'published'));
    },
  },
];

export const receiptsRows: readonly RefusalRow[] = [...rows];
