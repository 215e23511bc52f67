import type { CommandInput } from '../../src/index.ts';
import { actions, computers, people, records, type Story } from '../../src/store-suite/index.ts';
import type { RefusalRow } from '../support/refusal-row.ts';

const todoId = 'todo-article-1';
const zdr: CommandInput<'set-retention'> = { retention: { kind: 'zdr' } };
const standard: CommandInput<'set-retention'> = { retention: { kind: 'standard', days: 7 } };

/** The retention is to change in a moment at which something is in flight. */
function inFlight(
  because: string,
  reach: (story: Story) => Promise<unknown>,
  input: CommandInput<'set-retention'> = zdr,
): RefusalRow {
  return {
    command: 'set-retention',
    rule: 'retention.in-flight',
    terminal: false,
    because,
    send: async (story) => {
      await reach(story);
      return () => story.send('set-retention', input);
    },
  };
}

const changes: readonly RefusalRow[] = [
  inFlight('a draft is admitted', async (story) =>
    story.must('admit-attempt', await story.admission(todoId, 'draft')),
  ),
  inFlight('a draft is reported, and its reducer has not been run', async (story) => {
    await story.report(await story.run(todoId, 'draft'), 'drafted');
  }),
  inFlight('a person is asked', (story) => story.draft()),
  inFlight('an approval stands', async (story) => story.decide(await story.draft())),
  inFlight('what was sent is unknown', async (story) => {
    await story.decide(await story.draft());
    await story.report(await story.commit(), 'press-unknown');
  }),
  inFlight('a Computer is awake', (story) => computers.awakeComputer(story)),
  inFlight(
    'what is in memory would be taken for kept',
    async (story) => {
      await story.keepNothing();
      await story.draft();
    },
    standard,
  ),
];

const hosts: readonly RefusalRow[] = [
  {
    command: 'admit-attempt',
    rule: 'retention.other',
    terminal: false,
    because: 'a host that has never heard of zdr would keep what it sees',
    send: async (story) => {
      await story.must('set-retention', zdr);
      const { retention: _, ...input } = await story.admission(todoId, 'draft');
      return () => story.send('admit-attempt', input);
    },
  },
  {
    command: 'admit-attempt',
    rule: 'retention.other',
    terminal: false,
    because: 'the workspace keeps what the host would not',
    send: async (story) => {
      const input = await story.admission(todoId, 'draft', { retention: 'zdr' });
      return () => story.send('admit-attempt', input);
    },
  },
  {
    command: 'wake-computer',
    rule: 'retention.other',
    terminal: false,
    because: 'the browser would be started with a profile on a disk',
    send: async (story) => {
      const { computer_id } = await computers.makeComputer(story);
      const { retention: _, ...input } = await computers.waking(story, computer_id);
      await story.must('set-retention', zdr);
      return () => story.send('wake-computer', input);
    },
  },
];

/** A draft that runs where nothing is kept, and what an honest host would report of it. */
async function reporting(story: Story) {
  await story.keepNothing();
  const attempt = await story.run(todoId, 'draft');
  await story.addEvidence(attempt);
  const input = story.reportInput(attempt, 'failed');
  const { annex } = records.reportFor(attempt, 'failed');
  return { input, annex };
}

const observed: readonly RefusalRow[] = [
  {
    command: 'report-attempt',
    rule: 'retention.observed-text',
    terminal: true,
    because: 'a label is what the page has said',
    send: async (story) => {
      const { input, annex } = await reporting(story);
      const blocker = { code: 'navigation_failed', step: 1, label: 'Delete everything?' };
      return () => story.send('report-attempt', { ...input, annex: records.bytes({ ...annex, blocker }) });
    },
  },
  {
    command: 'report-attempt',
    rule: 'retention.observed-text',
    terminal: true,
    because: 'a path and the names of fields are what the page has made up',
    send: async (story) => {
      const { input, annex } = await reporting(story);
      const blocked = {
        method: 'POST',
        origin: records.site,
        path: '/saved',
        body_kind: 'form',
        shape: ['title:string'],
        rule: 'guard.no-rule',
        count: 1,
      };
      const bytes = records.bytes({ ...annex, write_blocked: true, blocked_writes: [blocked] });
      return () => story.send('report-attempt', { ...input, annex: bytes });
    },
  },
  {
    command: 'admit-attempt',
    rule: 'retention.text-extraction',
    terminal: true,
    because: 'a text of the page would stand in the annex',
    send: async (story) => {
      await story.keepNothing();
      const text = { name: 'headline', type: { kind: 'text', maximum: 100 }, required: false } as const;
      const input = await story.admission(todoId, 'draft', { extractions: [text] });
      return () => story.send('admit-attempt', input);
    },
  },
  {
    command: 'raise-approval',
    rule: 'retention.observed-text',
    terminal: true,
    because: 'the subject names the element as the page does',
    send: async (story) => {
      await story.keepNothing();
      const work = await actions.atWork(story);
      const { subject } = await actions.raising(story, work);
      const input = await actions.raisingUnkept(story, work);
      const { action } = input.subject;
      if (action === undefined || subject.action === undefined) throw new Error('both are about an action');
      const { element } = subject.action;
      const named = { ...input, subject: { ...input.subject, action: { ...action, element } } };
      return () => story.send('raise-approval', named);
    },
  },
  {
    command: 'raise-approval',
    rule: 'retention.observed-text',
    terminal: true,
    because: 'the question names it',
    send: async (story) => {
      await story.keepNothing();
      const work = await actions.atWork(story);
      const { attention } = await actions.raising(story, work);
      const input = { ...(await actions.raisingUnkept(story, work)), attention };
      return () => story.send('raise-approval', input);
    },
  },
  {
    command: 'admit-attempt',
    rule: 'retention.observed-text',
    terminal: true,
    because: 'what was approved is admitted under what stands for it',
    send: async (story) => {
      await story.keepNothing();
      const work = await actions.atWork(story);
      const { subject } = await actions.raising(story, work);
      await story.decide(await actions.askedFor(story, work));
      const input = await story.admission(todoId, 'external_write', {
        session_id: work.session_id,
        subject,
      });
      return () => story.send('admit-attempt', input);
    },
  },
];

const decisions: readonly RefusalRow[] = [
  ...([undefined, 'process-of-others'] as const).map(
    (shown_by): RefusalRow => ({
      command: 'decide-gate',
      rule: 'gate.content-not-shown',
      terminal: false,
      because:
        shown_by === undefined ? 'nobody says who has shown it' : 'another process cannot have shown it',
      send: async (story) => {
        await story.keepNothing();
        const { gate_id, revision } = await story.draft();
        const shown = shown_by === undefined ? {} : { shown_by };
        const input = { gate_id, revision, decision: 'approve', reason: null, ...shown } as const;
        return () => story.send('decide-gate', input, people.reviewer);
      },
    }),
  ),
  {
    command: 'decide-gates',
    rule: 'gate.content-not-shown',
    terminal: false,
    because: 'one of two is not shown',
    send: async (story) => {
      await story.keepNothing();
      const first = await story.draft();
      await story.begin('article-2');
      const second = await story.draft('article-2');
      const gates = [first, second].map(({ gate_id, revision }) => ({ gate_id, revision }));
      return () => story.send('decide-gates', { gates, decision: 'approve', reason: null }, people.reviewer);
    },
  },
];

function dropping(
  rule: string,
  because: string,
  terminal: boolean,
  reach: (story: Story) => Promise<{ readonly gate_id: string; readonly revision: number }>,
  changed: Partial<CommandInput<'drop-gate'>> = {},
): RefusalRow {
  return {
    command: 'drop-gate',
    rule,
    terminal,
    because,
    send: async (story) => {
      const { gate_id, revision } = await reach(story);
      const input = { gate_id, revision, process_id: story.processId, dead_processes: [], ...changed };
      return () => story.send('drop-gate', input);
    },
  };
}

const asked = async (story: Story) => {
  await story.keepNothing();
  return story.draft();
};

const dropped: readonly RefusalRow[] = [
  dropping('gate.unknown', 'there is no such gate', false, async () => ({ gate_id: 'none', revision: 1 })),
  dropping('gate.content-kept', 'all that it shows is kept', true, (story) => story.draft()),
  dropping('gate.content-held', 'its holder may be alive', false, asked, { process_id: 'process-2' }),
  dropping('gate.content-held', 'another process is dead', false, asked, {
    process_id: 'process-2',
    dead_processes: ['process-3'],
  }),
  dropping('gate.not-pending', 'a person has seen it, and approved', true, async (story) => {
    const gate = await asked(story);
    await story.decide(gate);
    return { gate_id: gate.gate_id, revision: 2 };
  }),
];

export const retentionRows: readonly RefusalRow[] = [
  ...changes,
  ...hosts,
  ...observed,
  ...decisions,
  ...dropped,
];
