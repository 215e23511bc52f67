import { digestOf } from '@cux/contracts';
import type { Attempt, Gate, RowKind, Store } from '../../src/index.ts';
import type { Entities } from '../../src/state/entities.ts';
import { quotaRowId } from '../../src/state/quota.ts';
import { people, records, type Story } from '../../src/store-suite/index.ts';
import type { RefusalRow } from '../support/refusal-row.ts';
import { rewrite } from '../support/rewrite.ts';

/**
 * What a commit or a decision refuses although no command can bring it about: each stands behind another guard. The rows
 * are rewritten in the store to get there.
 */

const todoId = 'todo-article-1';
const otherDigest = digestOf('cux/subject', 'other');

interface Scene {
  readonly story: Story;
  readonly attempt: Attempt;
  readonly gate: Gate;
  change<Kind extends RowKind>(kind: Kind, id: string, patch: Partial<Entities[Kind]>): Promise<void>;
}

/** A prepared publication is committed after its rows were rewritten. */
function commit(
  rule: string,
  because: string,
  terminal: boolean,
  craft: (scene: Scene) => Promise<unknown>,
): RefusalRow {
  return {
    command: 'commit-attempt',
    rule,
    terminal,
    crafted: true,
    because,
    send: async (story, store) => {
      await story.decide(await story.draft());
      const attempt = await story.prepare();
      const scene = { story, attempt, gate: await story.gateOf(todoId), change: changing(story, store) };
      const input = story.commitInput(attempt);
      const changes = await craft(scene);
      return () => story.send('commit-attempt', { ...input, ...(changes as object) });
    },
  };
}

function changing(story: Story, store: Store): Scene['change'] {
  return (kind, id, patch) => rewrite({ story, store }, kind, id, patch);
}

const attemptOf = ({ attempt: { attempt_id } }: Scene) => attempt_id;
const recordId = `${records.capability} article-1`;

const commits: readonly RefusalRow[] = [
  commit(
    'attempt.lease-over',
    'others may have counted its whole lease, by what was stored later',
    true,
    (scene) => scene.change('attempt', attemptOf(scene), { admitted_at: scene.attempt.lease_until }),
  ),
  commit('attempt.class-cannot-commit', 'the attempt is about nothing', true, (scene) =>
    scene.change('attempt', attemptOf(scene), { subject: null }),
  ),
  commit('attempt.class-cannot-commit', 'it is bound to no gate', true, async (scene) => {
    const { gate_binding: _binding, ...request } = scene.attempt.request;
    await scene.change('attempt', attemptOf(scene), { request });
  }),
  commit('attempt.class-cannot-commit', 'what it is about has no digest', true, (scene) =>
    scene.change('attempt', attemptOf(scene), { subject_digest: null }),
  ),
  commit('gate.other-gate', 'its todo rests on another gate by now', false, (scene) =>
    scene.change('todo', todoId, { gate_id: 'gate_other' }),
  ),
  commit('gate.unknown', 'its gate is nowhere', false, async (scene) => {
    const gate_binding = { gate_id: 'gate_gone', revision: 2, status: 'open' } as const;
    await scene.change('todo', todoId, { gate_id: gate_binding.gate_id });
    await scene.change('attempt', attemptOf(scene), { request: { ...scene.attempt.request, gate_binding } });
    return { gate: gate_binding };
  }),
  commit('gate.stale-revision', 'its gate has moved on while it was open', true, ({ gate, change }) =>
    change('gate', gate.gate_id, { revision: gate.revision + 1 }),
  ),
  commit('gate.revision-ahead', 'its gate has lost a revision', false, ({ gate, change }) =>
    change('gate', gate.gate_id, { revision: gate.revision - 1 }),
  ),
  commit('gate.pending', 'its gate is undecided again', false, ({ gate, change }) =>
    change('gate', gate.gate_id, { status: 'pending' }),
  ),
  commit('gate.not-item', 'its gate is a standing one', false, ({ gate, change }) =>
    change('gate', gate.gate_id, { kind: 'standing' }),
  ),
  commit('gate.subject-changed', 'its gate is about something else', true, ({ gate, change }) =>
    change('gate', gate.gate_id, { subject_digest: otherDigest }),
  ),
  commit('gate.record-moved', 'the article has another revision, and its gate is open', true, ({ change }) =>
    change('record', recordId, { revision: 2 }),
  ),
  commit('gate.record-moved', 'the article has other content, and its gate is open', true, ({ change }) =>
    change('record', recordId, { content_digest: records.contentDigest('other') }),
  ),
  commit('quota.not-reserved', 'nothing is reserved for it any more', false, ({ change }) =>
    change('quota', quotaRowId('goal', 'goal-1'), { reserved: {} }),
  ),
];

const others: readonly RefusalRow[] = [
  {
    command: 'admit-attempt',
    rule: 'gate.record-moved',
    terminal: true,
    crafted: true,
    because: 'the article has other content, and its gate is open',
    send: async (story, store) => {
      await story.decide(await story.draft());
      const input = await story.admission(todoId, 'external_write');
      await rewrite({ story, store }, 'record', recordId, { revision: 2 });
      return () => story.send('admit-attempt', input);
    },
  },
  {
    command: 'prepare-attempt',
    rule: 'attempt.class-cannot-commit',
    terminal: true,
    crafted: true,
    because: 'an external write is bound to no gate',
    send: async (story, store) => {
      await story.decide(await story.draft());
      const attempt = await story.run(todoId, 'external_write');
      const { gate_binding: _binding, ...request } = attempt.request;
      await rewrite({ story, store }, 'attempt', attempt.attempt_id, { request });
      const { attempt_id, fence, process_id, subject_digest } = attempt;
      const input = { attempt_id, fence, process_id, subject_digest: subject_digest ?? '' };
      return () => story.send('prepare-attempt', input);
    },
  },
  {
    command: 'decide-gate',
    rule: 'gate.todo-not-waiting',
    terminal: false,
    crafted: true,
    because: 'a question is left for which nobody waits',
    send: async (story, store) => {
      const { gate_id, revision } = await story.draft();
      await rewrite({ story, store }, 'todo', todoId, { state: 'blocked' });
      const input = { gate_id, revision, decision: 'approve', reason: null } as const;
      return () => story.send('decide-gate', input, people.reviewer);
    },
  },
  {
    command: 'settle-attempt',
    rule: 'proposal.read-back-missing',
    terminal: false,
    crafted: true,
    because: 'a publication of a todo that reads back another one is not read back itself',
    send: async (story, store) => {
      await story.decide(await story.draft());
      const attempt = await story.commit();
      await story.report(attempt, 'published');
      const { attempt_id } = attempt;
      await rewrite({ story, store }, 'todo', todoId, { reconciles_attempt_id: 'attempt_other' });
      const reading = story.readingBack(attempt);
      const following = reading.following.map((each) => ({
        ...each,
        reconciles_attempt_id: 'attempt_other',
      }));
      const proposal = { ...reading, following };
      return () => story.send('settle-attempt', { attempt_id, proposal }, people.capability);
    },
  },
];

export const secondLineRows: readonly RefusalRow[] = [...commits, ...others];
