import { people, Story, stoppedClock } from '@cux/kernel/store-suite';
import { memoryDisk, openInProcessStore } from '@cux/store-sqlite';
import type { Decision } from '../oracle/facts.ts';
import { epoch, workspace } from './world.ts';

/** A state that simulations begin in: the disk that holds it, and what people said on the way. */
export interface Setup {
  readonly image: Buffer;
  readonly decisions: readonly Decision[];
}

/** The process that led to the beginning; it is dead when a simulation begins. */
export const firstProcess = 'process-0';

type Begin = (story: Story, decisions: Decision[]) => Promise<void>;

const draftAndApprove = async (story: Story, article: string, decisions: Decision[]): Promise<void> => {
  const gate = await story.draft(article);
  const { gate_id, revision, subject_digest } = gate;
  decisions.push({ person: people.reviewer.id, gate_id, revision, subject_digest, decision: 'approve' });
  await story.decide(gate);
};

/** From nothing at all to a write of which nobody knows what came. */
const beginnings: readonly Begin[] = [
  async (story) => {
    await story.begin('article-1');
    await story.begin('article-2');
  },
  async (story) => {
    await story.begin('article-1');
    await story.draft('article-1');
    await story.begin('article-2');
  },
  async (story, decisions) => {
    await story.begin('article-1');
    await draftAndApprove(story, 'article-1', decisions);
    await story.begin('article-2');
    await draftAndApprove(story, 'article-2', decisions);
  },
  async (story, decisions) => {
    await story.must('create-goal', {
      goal_id: 'goal-1',
      mode: 'drafting',
      owner_id: people.owner.id,
      quota: { attempts: 12, external_writes: 2 },
    });
    await story.begin('article-1');
    await draftAndApprove(story, 'article-1', decisions);
    await story.begin('article-2');
    await story.draft('article-2');
  },
  async (story, decisions) => {
    await story.begin('article-1');
    await draftAndApprove(story, 'article-1', decisions);
    await story.commit('article-1');
    await story.begin('article-2');
  },
];

/** Makes every beginning once; simulations begin with copies of its disk. */
export async function makeSetups(): Promise<readonly Setup[]> {
  return Promise.all(beginnings.map(makeSetup));
}

async function makeSetup(begin: Begin): Promise<Setup> {
  const disk = memoryDisk();
  const store = await openInProcessStore({ disk });
  const decisions: Decision[] = [];
  const clock = stoppedClock(epoch);
  const story = new Story(store, { workspace, clock, processId: firstProcess, series: 1 });
  await begin(story, decisions);
  const image = disk.database.serialize();
  disk.discard();
  return { image, decisions };
}
