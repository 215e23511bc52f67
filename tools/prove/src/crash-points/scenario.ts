import { subjectDigest } from '@cux/contracts';
import type { Attempt } from '@cux/kernel';
import { people, records, Story, type StoryOptions } from '@cux/kernel/store-suite';

/** A story whose every step is one command under a key of its own, so that a step can be sent again. */
export class StepStory extends Story {
  /** The key of the step that is played. */
  step = '';

  constructor(store: ConstructorParameters<typeof Story>[0], options: StoryOptions = {}) {
    super(store, { processId: firstProcess, ...options });
  }

  override key(): string {
    return this.step;
  }

  /** The newest attempt of a todo. */
  async newest(todoId: string): Promise<Attempt> {
    const attempts = await this.kernel.attempts(this.workspace, { todo_id: todoId });
    const newest = [...attempts].sort((left, right) => right.fence - left.fence)[0];
    if (newest === undefined) throw new Error('the scenario expects an attempt');
    return newest;
  }

  async start(todoId: string): Promise<void> {
    const { attempt_id, fence, process_id } = await this.newest(todoId);
    await this.must('start-attempt', {
      attempt_id,
      fence,
      process_id,
      session_reference: `session-${fence}`,
    });
  }

  async tell(todoId: string, ending: 'drafted' | 'published' | 'read'): Promise<void> {
    await this.must('report-attempt', this.reportInput(await this.newest(todoId), ending));
  }
}

export const firstProcess = 'process-1';
export const workspace = 'newsdesk';

const first = 'todo-article-1';
const second = 'todo-article-2';
const readBack = 'read-back-2-article-1';

/** One command of the scenario. */
export interface Step {
  readonly name: string;
  play(story: StepStory): Promise<unknown>;
}

const article = (name: string, todo: string): readonly Step[] => [
  {
    name: 'put-record',
    play: (story) =>
      story.must(
        'put-record',
        {
          capability: records.capability,
          record_id: name,
          expected_version: 0,
          state: 'draft',
          content_digest: records.contentDigest('first text'),
          facts: {},
        },
        people.capability,
      ),
  },
  {
    name: 'create-todo',
    play: (story) =>
      story.must('create-todo', {
        goal_id: 'goal-1',
        todo_id: todo,
        capability: records.capability,
        action_unit: 'draft_until_review_gate',
        record_id: name,
      }),
  },
  {
    name: 'admit-attempt',
    play: async (story) => story.must('admit-attempt', await story.admission(todo, 'draft')),
  },
  { name: 'start-attempt', play: (story) => story.start(todo) },
  { name: 'add-evidence', play: async (story) => story.addEvidence(await story.newest(todo)) },
  { name: 'report-attempt', play: (story) => story.tell(todo, 'drafted') },
  {
    name: 'settle-attempt',
    play: async (story) => story.settle(await story.newest(todo), await story.asking(todo, name)),
  },
];

/** Thirty commands: one article from nothing to read back, and another one up to its rejection. */
export const scenario: readonly Step[] = [
  {
    name: 'create-goal',
    play: (story) =>
      story.must('create-goal', {
        goal_id: 'goal-1',
        mode: 'drafting',
        owner_id: people.owner.id,
        quota: { attempts: 20, external_writes: 3 },
      }),
  },
  ...article('article-1', first),
  {
    name: 'decide-gate',
    play: async (story) => story.decide({ ...(await story.gateOf(first)), revision: 1 }),
  },
  {
    name: 'admit-attempt',
    play: async (story) => story.must('admit-attempt', await story.admission(first, 'external_write')),
  },
  { name: 'start-attempt', play: (story) => story.start(first) },
  {
    name: 'renew-lease',
    play: async (story) => {
      const { attempt_id, fence, process_id } = await story.newest(first);
      return story.must('renew-lease', { attempt_id, fence, process_id, lease_ms: 90_000 });
    },
  },
  {
    name: 'prepare-attempt',
    play: async (story) => {
      const { attempt_id, fence, process_id } = await story.newest(first);
      const subject_digest = subjectDigest(await story.subject('article-1'));
      return story.must('prepare-attempt', { attempt_id, fence, process_id, subject_digest });
    },
  },
  {
    name: 'commit-attempt',
    play: async (story) => story.must('commit-attempt', story.commitInput(await story.newest(first))),
  },
  { name: 'add-evidence', play: async (story) => story.addEvidence(await story.newest(first)) },
  { name: 'report-attempt', play: (story) => story.tell(first, 'published') },
  {
    name: 'settle-attempt',
    play: async (story) => {
      const attempt = await story.newest(first);
      return story.settle(attempt, story.readingBack(attempt));
    },
  },
  {
    name: 'admit-attempt',
    play: async (story) => story.must('admit-attempt', await story.admission(readBack, 'read')),
  },
  { name: 'start-attempt', play: (story) => story.start(readBack) },
  { name: 'add-evidence', play: async (story) => story.addEvidence(await story.newest(readBack)) },
  { name: 'report-attempt', play: (story) => story.tell(readBack, 'read') },
  {
    name: 'settle-attempt',
    play: async (story) =>
      story.settle(
        await story.newest(readBack),
        records.proposalFor(
          { state: 'done' },
          {
            evidence: [records.evidenceDigest],
            settles: {
              attempt_id: (await story.newest(first)).attempt_id,
              outcome: 'happened',
              todo_state: 'done',
              attention: null,
            },
          },
        ),
      ),
  },
  ...article('article-2', second),
  {
    name: 'decide-gate',
    play: async (story) => story.decide({ ...(await story.gateOf(second)), revision: 1 }, 'reject'),
  },
];
