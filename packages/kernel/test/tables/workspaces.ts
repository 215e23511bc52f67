import { computers, moves, people } from '../../src/store-suite/index.ts';
import type { MemoryStore } from '../support/memory-store.ts';
import type { RefusalRow } from '../support/refusal-row.ts';

const first = { move_id: moves.moveId(1) };

export const workspaceRows: readonly RefusalRow[] = [
  {
    command: 'create-goal',
    rule: 'workspace.retired',
    terminal: false,
    because: 'nothing is decided in a workspace that goes to another store',
    send: async (story) => {
      await story.must('retire-workspace', moves.retirement());
      return () =>
        story.send('create-goal', { goal_id: 'goal-2', mode: 'drafting', owner_id: 'olga', quota: {} });
    },
  },
  {
    command: 'decide-gate',
    rule: 'workspace.copy',
    terminal: false,
    because: 'a question that waits in two stores is decided in one',
    send: async (story, store) => {
      const { gate_id, revision } = await story.draft();
      (store as MemoryStore).becomes(moves.storeId(2));
      return () =>
        story.send('decide-gate', { gate_id, revision, decision: 'approve', reason: null }, people.reviewer);
    },
  },
  {
    command: 'take-back-workspace',
    rule: 'principal.not-allowed',
    terminal: false,
    because: 'a workspace that is at work elsewhere takes no entry, not even that of such a refusal',
    send: async (story) => {
      await story.must('retire-workspace', moves.retirement());
      return () => story.send('take-back-workspace', first, people.agent);
    },
  },
  {
    command: 'retire-workspace',
    rule: 'workspace.retired',
    terminal: false,
    because: 'it goes to one store only',
    send: async (story) => {
      await story.must('retire-workspace', moves.retirement());
      return () =>
        story.send(
          'retire-workspace',
          moves.retirement({ move_id: moves.moveId(2), store_id: moves.storeId(3) }),
        );
    },
  },
  {
    command: 'retire-workspace',
    rule: 'workspace.same-store',
    terminal: false,
    because: 'it is there already',
    send: async (story) => () =>
      story.send('retire-workspace', moves.retirement({ store_id: moves.storeId(1) })),
  },
  {
    command: 'retire-workspace',
    rule: 'workspace.unknown',
    terminal: false,
    because: 'nothing is kept under this name',
    send: async (story) => () =>
      story.kernel.execute(
        'retire-workspace',
        { workspace: 'nowhere', principal: people.operator, key: story.key() },
        moves.retirement(),
      ),
  },
  {
    command: 'retire-workspace',
    rule: 'workspace.attempt-under-way',
    terminal: false,
    because: 'its host would report to a store that takes no report any more',
    send: async (story) => {
      await story.run('todo-article-1', 'draft');
      return () => story.send('retire-workspace', moves.retirement());
    },
  },
  {
    command: 'retire-workspace',
    rule: 'workspace.computer-placed',
    terminal: false,
    because: 'what is allocated has to be cleaned up where it is known',
    send: async (story) => {
      await computers.awakeComputer(story);
      return () => story.send('retire-workspace', moves.retirement());
    },
  },
  {
    command: 'arrive-workspace',
    rule: 'workspace.not-retired',
    terminal: false,
    because: 'it is on no move',
    send: async (story) => () => story.send('arrive-workspace', first),
  },
  {
    command: 'arrive-workspace',
    rule: 'workspace.other-store',
    terminal: false,
    because: 'it left here, and arrives elsewhere',
    send: async (story) => {
      await story.must('retire-workspace', moves.retirement());
      return () => story.send('arrive-workspace', first);
    },
  },
  {
    command: 'arrive-workspace',
    rule: 'workspace.other-move',
    terminal: false,
    because: 'it is on another move',
    send: async (story, store) => {
      await story.must('retire-workspace', moves.retirement());
      (store as MemoryStore).becomes(moves.storeId(2));
      return () => story.send('arrive-workspace', { move_id: moves.moveId(2) });
    },
  },
  {
    command: 'take-back-workspace',
    rule: 'workspace.other-store',
    terminal: false,
    because: 'it left another store',
    send: async (story, store) => {
      await story.must('retire-workspace', moves.retirement());
      (store as MemoryStore).becomes(moves.storeId(2));
      return () => story.send('take-back-workspace', first);
    },
  },
];
