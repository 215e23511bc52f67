import { describe, expect, it } from 'vitest';
import type { Store } from '../src/index.ts';
import { Story } from '../src/store-suite/index.ts';
import { memoryStore } from './support/memory-store.ts';

/** Lets another process write right before rows of this kind are read, so many times. */
function disturbed(store: Store, times: number, write: () => Promise<void>): Store {
  let left = times;
  return {
    ...store,
    list: async (workspace, kind, filter) => {
      if (kind === 'goal' && left > 0) {
        left -= 1;
        await write();
      }
      return store.list(workspace, kind, filter);
    },
  };
}

async function audited(times: number) {
  const store = memoryStore();
  const writer = new Story(store);
  await writer.begin();
  let paused = false;
  const write = async (): Promise<void> => {
    paused = !paused;
    await writer.must('pause-goal', { goal_id: 'goal-1', paused });
  };
  const reader = new Story(disturbed(store, times, write), { series: 1 });
  return reader.kernel.verifyAudit(writer.workspace);
}

describe('an audit beside a process at work', () => {
  it('walks on with what was written meanwhile, and raises no false alarm', async () => {
    expect(await audited(3)).toMatchObject({ ok: true });
  });

  it('says that it found no quiet moment, rather than that something is wrong', async () => {
    expect(await audited(1_000)).toMatchObject({ ok: false, rule: 'audit.busy' });
  });
});
