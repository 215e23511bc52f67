import type { ProposedTransition } from '@cux/contracts';
import type { Attempt } from '../../src/index.ts';
import { people, records, type Story } from '../../src/store-suite/index.ts';

const { evidenceDigest, proposalFor } = records;
const todoId = 'todo-article-1';

/**
 * A lawful proposal that what stands does not let be applied: it is accepted, its todo is left for a person (or, for a
 * reading that came too early, for later), and nothing else of it happens.
 */
export interface ObstacleRow {
  readonly because: string;
  readonly rule: string;
  /** What becomes of the proposal's own todo. */
  readonly state: 'blocked' | 'open';
  settle(story: Story): Promise<{ readonly attempt: Attempt; readonly proposal: ProposedTransition }>;
}

async function drafted(story: Story, todo = todoId): Promise<Attempt> {
  const attempt = await story.run(todo, 'draft');
  await story.addEvidence(attempt);
  await story.report(attempt, 'drafted');
  return story.attempt(attempt.attempt_id);
}

async function readingBack(story: Story, wait: boolean) {
  const { attempt, readBack } = await story.publish();
  if (wait) await story.waitOut(attempt.attempt_id);
  const reading = await story.run(readBack, 'read');
  await story.addEvidence(reading);
  await story.report(reading, 'read');
  return { sent: await story.attempt(attempt.attempt_id), reading: await story.attempt(reading.attempt_id) };
}

async function saying(story: Story, sent: Attempt, outcome: 'happened' | 'not_happened') {
  const asking = await story.asking(todoId, 'article-1');
  return proposalFor(
    { state: 'done' },
    {
      evidence: [evidenceDigest],
      gate: outcome === 'happened' ? null : asking.gate,
      settles: {
        attempt_id: sent.attempt_id,
        outcome,
        todo_state: outcome === 'happened' ? 'done' : 'awaiting_gate',
        attention: null,
      },
    },
  );
}

export const obstacleRows: readonly ObstacleRow[] = [
  {
    rule: 'todo.exists',
    state: 'blocked',
    because: 'what should follow has the name of a todo that is there',
    settle: async (story) => {
      const attempt = await drafted(story);
      await story.begin('article-2');
      const next = {
        todo_id: 'todo-article-2',
        action_unit: 'inspect_screen',
        state: 'open',
        record_id: 'article-1',
        reconciles_attempt_id: null,
        attention: null,
      } as const;
      return { attempt, proposal: proposalFor({ state: 'open' }, { following: [next] }) };
    },
  },
  {
    rule: 'attention.evidence-missing',
    state: 'blocked',
    because: 'nobody can decide by what was not kept',
    settle: async (story) => {
      const attempt = await story.run(todoId, 'draft');
      const { receipt, annex } = records.reportFor(attempt, 'failed');
      await story.must('report-attempt', {
        ...story.reportInput(attempt, 'failed'),
        receipt: records.bytes(receipt),
        annex: records.bytes({ ...annex, evidence: [] }),
      });
      const asking = await story.asking(todoId, 'article-1');
      const gate =
        asking.gate === null
          ? null
          : { ...asking.gate, attention: { ...asking.gate.attention, evidence: [] } };
      return { attempt, proposal: { ...asking, gate } };
    },
  },
  {
    rule: 'settles.contradicted',
    state: 'blocked',
    because: 'a person has said otherwise',
    settle: async (story) => {
      const { sent, reading } = await readingBack(story, true);
      const { attempt_id } = sent;
      await story.must('settle-outcome', await story.look(attempt_id, 'not_happened'), people.owner);
      return { attempt: reading, proposal: await saying(story, sent, 'happened') };
    },
  },
  {
    rule: 'settles.too-early',
    state: 'open',
    because: 'what left may still arrive',
    settle: async (story) => {
      const { sent, reading } = await readingBack(story, false);
      return { attempt: reading, proposal: await saying(story, sent, 'not_happened') };
    },
  },
  {
    rule: 'quota.spent',
    state: 'blocked',
    because: 'people have been asked as often as they wanted to be',
    settle: async (story) => {
      const attempt = await drafted(story);
      await story.must('set-quota', { of: { scope: 'workspace' }, limits: { interventions: 0 } });
      return { attempt, proposal: await story.asking(todoId, 'article-1') };
    },
  },
  {
    rule: 'gate.subject-rejected',
    state: 'blocked',
    because: 'a person said no to exactly this',
    settle: async (story) => {
      await story.decide(await story.draft(), 'reject');
      await story.addTodo('todo-twin', 'draft_until_review_gate', 'article-1');
      return {
        attempt: await drafted(story, 'todo-twin'),
        proposal: await story.asking('todo-twin', 'article-1'),
      };
    },
  },
  {
    rule: 'gate.subject-asked-elsewhere',
    state: 'blocked',
    because: 'another todo asks exactly this already',
    settle: async (story) => {
      await story.draft();
      await story.addTodo('todo-twin', 'draft_until_review_gate', 'article-1');
      return {
        attempt: await drafted(story, 'todo-twin'),
        proposal: await story.asking('todo-twin', 'article-1'),
      };
    },
  },
  {
    rule: 'record.outcome-unknown',
    state: 'blocked',
    because: 'nobody knows what came of an earlier write here',
    settle: async (story) => {
      await story.addTodo('todo-twin', 'draft_until_review_gate', 'article-1');
      const attempt = await drafted(story, 'todo-twin');
      await story.decide(await story.draft());
      await story.commit();
      return { attempt, proposal: await story.asking('todo-twin', 'article-1') };
    },
  },
];

/** Settles by the row's proposal; answers how its todo stands. */
export async function playObstacle(row: ObstacleRow, story: Story) {
  const { attempt, proposal } = await row.settle(story);
  const { attempt_id, todo_id } = attempt;
  return async () => {
    const answer = await story.send('settle-attempt', { attempt_id, proposal }, people.capability);
    const { state, because } = await story.todo(todo_id);
    const gates = await story.kernel.gates(story.workspace, { todo_id, statuses: ['pending', 'open'] });
    return { kind: answer.kind, state, because, gates: gates.length };
  };
}
