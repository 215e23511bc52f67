import { digestOf, type ProposedTransition } from '@cux/contracts';
import type { Attempt } from '../../src/index.ts';
import { type Ending, people, records, type Story } from '../../src/store-suite/index.ts';
import type { RefusalRow } from '../support/refusal-row.ts';

const { attention, evidenceDigest, proposalFor } = records;
const todoId = 'todo-article-1';
const shown = attention('Look at the article on the site: what happened?');

type Make = (story: Story, attempt: Attempt) => Promise<ProposedTransition> | ProposedTransition;

function settling(attempt: (story: Story) => Promise<Attempt>, make: Make): RefusalRow['send'] {
  return async (story) => {
    const reported = await attempt(story);
    const proposal = await make(story, reported);
    const { attempt_id } = reported;
    return () => story.send('settle-attempt', { attempt_id, proposal }, people.capability);
  };
}

/** A draft attempt whose receipt is in. */
function drafted(make: Make, ending: Ending = 'drafted'): RefusalRow['send'] {
  return settling(async (story) => {
    const attempt = await story.run(todoId, 'draft');
    await story.addEvidence(attempt);
    await story.report(attempt, ending);
    return attempt;
  }, make);
}

/** A publication whose receipt is in. */
function published(make: Make, ending: Ending = 'published'): RefusalRow['send'] {
  return settling(async (story) => {
    await story.decide(await story.draft());
    const attempt = await story.commit();
    await story.addEvidence(attempt);
    await story.report(attempt, ending);
    return attempt;
  }, make);
}

/** A read-back whose receipt is in; the article's todo is reconciling. */
function readBack(
  make: (story: Story, published: Attempt) => Promise<ProposedTransition> | ProposedTransition,
) {
  const published: { attempt?: Attempt } = {};
  return settling(
    async (story) => {
      const { attempt, readBack: name } = await story.publish();
      published.attempt = attempt;
      await story.waitOut(attempt.attempt_id);
      const reading = await story.run(name, 'read');
      await story.addEvidence(reading);
      await story.report(reading, 'read');
      return reading;
    },
    (story, reading) => make(story, published.attempt ?? reading),
  );
}

function settles(attempt: Attempt, changes: Partial<NonNullable<ProposedTransition['settles']>> = {}) {
  return proposalFor(
    { state: 'done' },
    {
      evidence: [evidenceDigest],
      settles: {
        attempt_id: attempt.attempt_id,
        outcome: 'happened',
        todo_state: 'done',
        attention: null,
        ...changes,
      },
    },
  );
}

const following = {
  todo_id: 'todo-next',
  action_unit: 'inspect_screen',
  state: 'open',
  record_id: 'article-1',
  reconciles_attempt_id: null,
  attention: null,
} as const;

const recordOf = {
  record_id: 'article-1',
  expected_state: 'draft',
  expected_revision: 1,
  state: 'review_ready',
  facts: {},
};

async function gateWith(
  story: Story,
  changes: Partial<NonNullable<ProposedTransition['gate']>>,
): Promise<ProposedTransition> {
  const asking = await story.asking(todoId, 'article-1');
  const gate = { ...asking.gate, ...changes } as ProposedTransition['gate'];
  return { ...asking, gate };
}

function row(rule: string, because: string, send: RefusalRow['send']): RefusalRow {
  return { command: 'settle-attempt', rule, because, terminal: false, send };
}

const moves: readonly RefusalRow[] = [
  row(
    'proposal.todo-move',
    'nothing was committed, so there is nothing to reconcile',
    drafted((story, attempt) => story.readingBack(attempt)),
  ),
  row(
    'proposal.todo-move',
    'what was pressed is never tried again',
    published(() => proposalFor({ state: 'open' })),
  ),
  row(
    'proposal.todo-move',
    'nor asked for again',
    published((story) => story.asking(todoId, 'article-1')),
  ),
  row(
    'proposal.todo-move',
    'what is unknown is not done',
    published(() => proposalFor({ state: 'done' }, { evidence: [evidenceDigest] }), 'press-unknown'),
  ),
  row(
    'proposal.blocked-without-attention',
    'a person is needed and not told for what',
    drafted(() => proposalFor({ state: 'blocked' })),
  ),
  row(
    'proposal.done-without-evidence',
    'a completion rests on something',
    drafted(() => proposalFor({ state: 'done' })),
  ),
  row(
    'proposal.evidence-unregistered',
    'and on something that is kept',
    drafted(() => proposalFor({ state: 'done' }, { evidence: [digestOf('cux/content', 'made up')] })),
  ),
  row(
    'proposal.done-on-failure',
    'an attempt that stopped short completes nothing',
    drafted(() => proposalFor({ state: 'done' }, { evidence: [evidenceDigest] }), 'failed'),
  ),
  row(
    'proposal.successor-unknown',
    'the successor does not exist',
    drafted(() => proposalFor({ state: 'open', successor: 'todo-nowhere' })),
  ),
  row(
    'shape.unknown-key',
    'a proposal of another shape is no proposal',
    drafted(
      () =>
        ({
          ...proposalFor({ state: 'open' }),

          open_gate: true,
        }) as ProposedTransition,
    ),
  ),
];

const touches: readonly RefusalRow[] = [
  row(
    'proposal.foreign-record',
    "another todo's record",
    drafted(async (story) => {
      await story.putArticle('article-2', 'other');
      return proposalFor({ state: 'open' }, { record: { ...recordOf, record_id: 'article-2' } });
    }),
  ),
  row(
    'record.moved',
    'the record has another state than the reducer saw',
    drafted(() => proposalFor({ state: 'open' }, { record: { ...recordOf, expected_state: 'approved' } })),
  ),
  row(
    'record.moved',
    'the record has another revision than the reducer saw',
    drafted(async (story) => {
      await story.putArticle('article-1', 'second text');
      return proposalFor({ state: 'open' }, { record: recordOf });
    }),
  ),
  row(
    'proposal.duplicate-todo',
    'two following todos have one name',
    drafted(() => proposalFor({ state: 'open' }, { following: [following, following] })),
  ),
  row(
    'proposal.foreign-record',
    'a following todo about another record',
    drafted(() => proposalFor({ state: 'open' }, { following: [{ ...following, record_id: 'article-2' }] })),
  ),
  row(
    'proposal.foreign-attempt',
    'a following todo that reads back a stranger',
    drafted(() =>
      proposalFor({ state: 'open' }, { following: [{ ...following, reconciles_attempt_id: 'attempt_x' }] }),
    ),
  ),
  row(
    'proposal.unblocks-foreign',
    'a todo that does not wait for this one',
    drafted(async (story) => {
      await story.begin('article-2');
      return proposalFor({ state: 'done' }, { evidence: [evidenceDigest], unblocks: 'todo-article-2' });
    }),
  ),
  row(
    'proposal.settler-not-done',
    'one that goes on has settled nothing',
    drafted((_story, attempt) => ({ ...settles(attempt), todo: proposalFor({ state: 'open' }).todo })),
  ),
  row(
    'proposal.foreign-attempt',
    'a draft settles no outcome',
    drafted((_story, attempt) => settles(attempt)),
  ),
];

const gates: readonly RefusalRow[] = [
  row(
    'proposal.awaiting-without-gate',
    'a todo would wait for ever',
    drafted(() => proposalFor({ state: 'awaiting_gate' })),
  ),
  row(
    'proposal.gate-without-waiter',
    'a gate for a todo that goes on without it',
    drafted(async (story) => ({
      ...(await story.asking(todoId, 'article-1')),
      todo: proposalFor({ state: 'open' }).todo,
    })),
  ),
  row(
    'proposal.gate-missing',
    'the gate is for another todo',
    drafted(async (story) => {
      await story.begin('article-2');
      return gateWith(story, { todo_id: 'todo-article-2' });
    }),
  ),
  row(
    'gate.record-moved',
    'the article has other content than the gate would be about',
    drafted(async (story) => {
      const asking = await story.asking(todoId, 'article-1');
      await story.putArticle('article-1', 'second text');
      return asking;
    }),
  ),
  row(
    'proposal.foreign-record',
    "a gate about another todo's article",
    drafted(async (story) => {
      await story.putArticle('article-2', 'other');
      return gateWith(story, { subject: await story.subject('article-2') } as never);
    }),
  ),
  row(
    'proposal.gate-action-unit',
    'a gate about something that the todo does not do next',
    drafted(async (story) => ({
      ...(await story.asking(todoId, 'article-1')),
      todo: proposalFor({ state: 'awaiting_gate' }).todo,
    })),
  ),
  row(
    'standing.wrong-todo',
    'a standing gate to publish does not exist',
    drafted((story) =>
      gateWith(story, {
        kind: 'standing',
        subject: { principal_id: 'writer-agent', account: 'desk', origin: records.site, window_ms: 60_000 },
      } as never),
    ),
  ),
];

const outcomes: readonly RefusalRow[] = [
  row(
    'proposal.reconciling-without-read-back',
    'nobody would ever find out',
    published(() => proposalFor({ state: 'reconciling' })),
  ),
  row(
    'attempt.already-reconciling',
    'its read-back exists',
    published(async (story, attempt) => {
      await story.settle(attempt, story.readingBack(attempt));
      return {
        ...story.readingBack(attempt),
        following: [{ ...following, reconciles_attempt_id: attempt.attempt_id }],
      };
    }, 'press-unknown'),
  ),
  row(
    'proposal.foreign-attempt',
    'a read-back settles only what it was made for',
    readBack((_story, attempt) => settles({ ...attempt, attempt_id: 'attempt_other' })),
  ),
  row(
    'proposal.done-for-not-happened',
    'what did not happen is not done',
    readBack((_story, attempt) => settles(attempt, { outcome: 'not_happened' })),
  ),
  row(
    'proposal.awaiting-without-gate',
    'asking anew needs the question',
    readBack((_story, attempt) => settles(attempt, { outcome: 'not_happened', todo_state: 'awaiting_gate' })),
  ),
  row(
    'proposal.todo-move',
    'what happened is not asked for again',
    readBack(async (story, attempt) => ({
      ...settles(attempt, { todo_state: 'awaiting_gate' }),
      gate: (await story.asking(todoId, 'article-1')).gate,
    })),
  ),
];

const who: readonly RefusalRow[] = [
  {
    command: 'settle-attempt',
    rule: 'principal.not-allowed',
    terminal: true,
    because: 'a provider proposes nothing',
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      await story.report(attempt, 'drafted');
      const proposal = proposalFor({ state: 'open' });
      const { attempt_id } = attempt;
      return () => story.send('settle-attempt', { attempt_id, proposal }, people.provider);
    },
  },
  {
    command: 'settle-attempt',
    rule: 'principal.not-allowed',
    terminal: true,
    because: 'nor does a person',
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      await story.report(attempt, 'drafted');
      const proposal = proposalFor({ state: 'open' });
      const { attempt_id } = attempt;
      return () => story.send('settle-attempt', { attempt_id, proposal }, people.owner);
    },
  },
  {
    command: 'settle-attempt',
    rule: 'capability.not-owner',
    terminal: true,
    because: "nor another capability's reducer",
    send: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      await story.report(attempt, 'drafted');
      const proposal = proposalFor({ state: 'open' });
      const { attempt_id } = attempt;
      return () =>
        story.send('settle-attempt', { attempt_id, proposal }, { kind: 'capability', id: 'explore' });
    },
  },
  row('attempt.wrong-state', 'its receipt is not in', async (story) => {
    const { attempt_id } = await story.run(todoId, 'draft');
    const proposal = proposalFor({ state: 'open' });
    return () => story.send('settle-attempt', { attempt_id, proposal }, people.capability);
  }),
  {
    command: 'settle-attempt',
    rule: 'attempt.wrong-state',
    terminal: true,
    because: 'it is settled',
    send: async (story) => {
      await story.draft();
      const [attempt] = await story.kernel.attempts(story.workspace);
      const proposal = proposalFor({ state: 'open' });
      const attempt_id = attempt?.attempt_id ?? '';
      return () => story.send('settle-attempt', { attempt_id, proposal }, people.capability);
    },
  },
];

function voids(changes: (story: Story, attempt: Attempt) => Promise<object> | object): RefusalRow['send'] {
  return async (story) => {
    await story.decide(await story.draft());
    const attempt = await story.commit();
    const { attempt_id, fence, permit_id } = attempt;
    const input = {
      attempt_id,
      fence,
      permit_id: permit_id ?? '',
      process_id: story.processId,
      proposal: await story.asking(todoId, 'article-1'),
      ...(await changes(story, attempt)),
    };
    return () => story.send('void-attempt', input, people.capability);
  };
}

const voidRows: readonly RefusalRow[] = [
  {
    command: 'void-attempt',
    rule: 'void.other-process',
    terminal: true,
    because: 'another life of the process cannot know',
    send: voids(() => ({ process_id: 'process-2' })),
  },
  {
    command: 'void-attempt',
    rule: 'void.other-permit',
    terminal: true,
    because: 'the record is of another permit',
    send: voids(() => ({ permit_id: 'permit_other' })),
  },
  {
    command: 'void-attempt',
    rule: 'attempt.wrong-state',
    terminal: false,
    because: 'a receipt is in',
    send: voids(async (story, attempt) => {
      await story.report(attempt, 'published');
      return {};
    }),
  },
  {
    command: 'void-attempt',
    rule: 'proposal.todo-move',
    terminal: false,
    because: 'a spent approval is not simply tried again: a person is asked',
    send: voids(() => ({ proposal: proposalFor({ state: 'open' }) })),
  },
  {
    command: 'void-attempt',
    rule: 'proposal.todo-move',
    terminal: false,
    because: 'what was never sent is not read back',
    send: voids((story, attempt) => ({ proposal: story.readingBack(attempt) })),
  },
  {
    command: 'void-attempt',
    rule: 'proposal.done-on-failure',
    terminal: false,
    because: 'nor does it settle anything',
    send: voids(() => ({
      proposal: {
        ...proposalFor({ state: 'blocked', attention: shown }, { evidence: [] }),
        unblocks: 'todo-article-1',
      },
    })),
  },
];

const further: readonly RefusalRow[] = [
  {
    command: 'settle-attempt',
    rule: 'attempt.unknown',
    terminal: false,
    because: 'it was never admitted',
    send: async (story) => {
      const input = { attempt_id: 'attempt_none', proposal: proposalFor({ state: 'open' }) };
      return () => story.send('settle-attempt', input, people.capability);
    },
  },
  row(
    'proposal.successor-unknown',
    'nothing follows itself',
    drafted(() => proposalFor({ state: 'open', successor: todoId })),
  ),
  row(
    'gate.record-moved',
    'the gate would be about content that the article never had',
    drafted(async (story) =>
      gateWith(story, {
        subject: {
          ...(await story.subject('article-1')),
          content_digest: records.contentDigest('never written'),
        },
      } as never),
    ),
  ),
  row(
    'gate.record-moved',
    'the gate would be about a revision that the article has not',
    drafted(async (story) =>
      gateWith(story, { subject: { ...(await story.subject('article-1')), record_revision: 7 } } as never),
    ),
  ),
  row(
    'proposal.foreign-record',
    "a gate about another capability's record",
    drafted(async (story) =>
      gateWith(story, {
        subject: { ...(await story.subject('article-1')), capability: 'explore' },
      } as never),
    ),
  ),
  row(
    'proposal.gate-missing',
    'what did not happen would wait for a question about something else',
    readBack(async (story, attempt) => {
      const asking = await story.asking('todo-next', 'article-1');
      return {
        ...settles(attempt, { outcome: 'not_happened', todo_state: 'awaiting_gate' }),
        following: [{ ...following, state: 'awaiting_gate', action_unit: 'publish_after_approved_gate' }],
        gate: asking.gate,
      };
    }),
  ),
];

const endless: { self?: unknown } = {};
endless.self = endless;
let deep: unknown = null;
for (let level = 0; level < 100_000; level += 1) deep = { deep };

const unholdable = {
  'it holds itself': endless,
  'it is too deep': deep,
  'it is larger than a number of JSON': 1n,
  'it is no number': Number.NaN,
  'its text is cut in the middle of a sign': '\ud800',
  'it has more values than any proposal': Array.from({ length: 100_001 }, () => null),
  'it is a date': new Date(0),
};

const malformedRows: readonly RefusalRow[] = Object.entries(unholdable).map(([because, proposal]) => ({
  command: 'settle-attempt',
  rule: 'command.malformed',
  terminal: false,
  because,
  send: async (story) => {
    const attempt = await story.run('todo-article-1', 'draft');
    await story.report(attempt, 'drafted');
    const { attempt_id } = attempt;
    return () =>
      story.send(
        'settle-attempt',
        { attempt_id, proposal: proposal as ProposedTransition },
        people.capability,
      );
  },
}));

export const proposalsRows: readonly RefusalRow[] = [
  ...malformedRows,
  ...moves,
  ...touches,
  ...gates,
  ...outcomes,
  ...who,
  ...voidRows,
  ...further,
];
