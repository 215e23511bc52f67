import type { CommitBatch, Kernel, Store } from '@cux/kernel';
import { createKernel, randomIds } from '@cux/kernel';
import { Story, stoppedClock } from '@cux/kernel/store-suite';
import { type MemoryDisk, memoryDisk, openInProcessStore } from '@cux/store-sqlite';

export const workspace = 'newsdesk';

/** A log of one article up to its commit, with the kernel that verifies it. */
export interface SmallLog {
  readonly disk: MemoryDisk;
  readonly kernel: Kernel;
  readonly batches: readonly CommitBatch[];
  /** The hash of its last link, as somebody kept it elsewhere. */
  readonly head: string;
}

export async function makeSmallLog(): Promise<SmallLog> {
  const disk = memoryDisk();
  const store = await openInProcessStore({ disk });
  const batches: CommitBatch[] = [];
  const recording: Store = {
    ...store,
    commit: (batch) => {
      batches.push(batch);
      return store.commit(batch);
    },
  };
  const story = new Story(recording, { workspace });
  await story.begin();
  await story.decide(await story.draft());
  await story.commit();
  const verdict = await story.kernel.verifyAudit(workspace);
  if (!verdict.ok) throw new Error('the log does not verify before anything was changed');
  return { disk, kernel: story.kernel, batches, head: verdict.head };
}

/** The same log as it was after its first batches: what somebody leaves who cuts its end off and puts all rows back. */
export async function cutOff(batches: readonly CommitBatch[], kept: number): Promise<Kernel> {
  const store = await openInProcessStore();
  for (const batch of batches.slice(0, kept)) await store.commit(batch);
  const clock = stoppedClock();
  return createKernel({ store, clock, monotonic: clock.monotonic, ids: randomIds, capabilities: [] });
}
