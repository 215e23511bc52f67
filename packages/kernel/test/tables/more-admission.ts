import { people, records, Story } from '../../src/store-suite/index.ts';
import { boundDraft } from '../support/bound-draft.ts';
import { standingSubject } from '../support/enrolment.ts';
import type { RefusalRow } from '../support/refusal-row.ts';
import { rewrite } from '../support/rewrite.ts';

const todoId = 'todo-article-1';

function row(
  rule: string,
  terminal: boolean,
  because: string,
  input: (story: Story) => Promise<Awaited<ReturnType<Story['admission']>>>,
): RefusalRow {
  return {
    command: 'admit-attempt',
    rule,
    terminal,
    because,
    send: async (story) => {
      const admission = await input(story);
      return () => story.send('admit-attempt', admission);
    },
  };
}

/** An enrolment todo behind a standing gate for an account; the gate is pending. */
export async function enrolment(story: Story, todo_id: string, account = 'desk'): Promise<void> {
  await story.addTodo(todo_id, 'enrol_stored_session');
  await story.must('raise-standing-gate', {
    todo_id,
    subject: { ...standingSubject, account },
    attention: records.attention('Let the agent use the account on the newsroom?'),
    provenance: [people.agent],
    expires_in_ms: 3_600_000,
  });
}

/** An open standing gate for an account; answers its id. */
async function standing(story: Story, account: string): Promise<string> {
  await enrolment(story, 'todo-enrol', account);
  await story.decide(await story.gateOf('todo-enrol'));
  return (await story.gateOf('todo-enrol')).gate_id;
}

const reviewerRuns = { provenance: [people.agent, people.capability, people.reviewer] } as const;

export const moreAdmissionRows: readonly RefusalRow[] = [
  {
    command: 'admit-attempt',
    rule: 'capability.unknown',
    terminal: false,
    because: 'its capability is not part of this host',
    send: async (story, store) => {
      const input = await story.admission(todoId, 'draft');
      const without = new Story(store, {
        clock: story.clock,
        series: 1,
        wrap: (options) => ({ ...options, capabilities: [] }),
      });
      return () => without.send('admit-attempt', input);
    },
  },
  row('todo.not-open', true, 'it is done for good', async (story) => {
    const { attempt, readBack } = await story.publish();
    await story.readBack(readBack, attempt);
    return story.admission(todoId, 'draft');
  }),
  row('todo.not-yet', false, 'what left may still arrive', async (story) => {
    await story.decide(await story.draft());
    const attempt = await story.commit();
    await story.report(attempt, 'press-unknown');
    const reading = story.readingBack(attempt);
    await story.settle(attempt, reading);
    return story.admission(reading.todo.successor ?? '', 'read');
  }),
  row('gate.own-action', true, 'whoever approved a publication runs it not', async (story) => {
    await story.decide(await story.draft());
    return story.admission(todoId, 'external_write', reviewerRuns);
  }),
  row('gate.own-action', true, 'nor a draft that rests on the approval', async (story) => ({
    ...(await boundDraft(story)),
    ...reviewerRuns,
  })),
  row('standing.unknown', false, 'an approval of one article is no standing one', async (story) => {
    await story.decide(await story.draft());
    await story.begin('article-2');
    const { gate_id } = await story.gateOf(todoId);
    return story.admission('todo-article-2', 'draft', { standing_gate_id: gate_id });
  }),
  row('standing.pending', false, 'the standing approval is not given yet', async (story) => {
    await enrolment(story, 'todo-enrol');
    const { gate_id } = await story.gateOf('todo-enrol');
    return story.admission(todoId, 'draft', { standing_gate_id: gate_id });
  }),
  row('standing.own-action', true, 'whoever gave the standing approval runs nothing by it', async (story) => {
    await enrolment(story, 'todo-enrol');
    await story.decide(await story.gateOf('todo-enrol'));
    const { gate_id } = await story.gateOf('todo-enrol');
    return story.admission(todoId, 'draft', { ...reviewerRuns, standing_gate_id: gate_id });
  }),
  row('standing.other-account', false, 'the approval is for the account of somebody else', async (story) =>
    story.admission(todoId, 'draft', { standing_gate_id: await standing(story, 'night-desk') }),
  ),
  row('standing.other-account', false, 'the approval is for the same account elsewhere', async (story) =>
    story.admission(todoId, 'draft', {
      standing_gate_id: await standing(story, 'desk'),
      stored_session: { account: 'desk', origin: 'https://elsewhere.example' },
    }),
  ),
  row('standing.other-account', false, 'it is not said whose signed-in state is used', async (story) =>
    story.admission(todoId, 'draft', {
      standing_gate_id: await standing(story, 'desk'),
      stored_session: undefined,
    }),
  ),
  row('standing.other-account', false, 'the publication acts as another account', async (story) => {
    const standing_gate_id = await standing(story, 'night-desk');
    await story.decide(await story.draft());
    return story.admission(todoId, 'external_write', {
      standing_gate_id,
      stored_session: { account: 'night-desk', origin: standingSubject.origin },
    });
  }),
  row('standing.other-gate', false, 'a sign-in rests on two standing approvals', async (story) => {
    await enrolment(story, 'todo-enrol');
    await enrolment(story, 'todo-enrol-2', 'night-desk');
    await story.decide(await story.gateOf('todo-enrol'));
    await story.decide(await story.gateOf('todo-enrol-2'));
    const { gate_id } = await story.gateOf('todo-enrol-2');
    return story.admission('todo-enrol', 'credential_use', { standing_gate_id: gate_id });
  }),
  {
    command: 'admit-attempt',
    rule: 'gate.not-standing',
    terminal: false,
    crafted: true,
    because: 'one item’s approval lets nobody sign in',
    send: async (story, store) => {
      await enrolment(story, 'todo-enrol');
      await story.decide(await story.gateOf('todo-enrol'));
      const { gate_id } = await story.gateOf('todo-enrol');
      await rewrite({ story, store }, 'gate', gate_id, { kind: 'item' });
      const input = await story.admission('todo-enrol', 'credential_use', { standing_gate_id: null });
      return () => story.send('admit-attempt', input);
    },
  },
];
