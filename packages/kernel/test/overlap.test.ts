import { describe, expect, it } from 'vitest';
import type { CommitBatch, CommitOutcome, Store } from '../src/index.ts';
import { people, Story } from '../src/store-suite/index.ts';
import { memoryStore } from './support/memory-store.ts';

/** A store whose disk answers only when it is told to; batches are stored in the order in which they came. */
function slowStore(disk: Store = memoryStore()) {
  const waiting: (() => Promise<void>)[] = [];
  const handedIn: CommitBatch[] = [];
  let slow = false;
  const store: Store = {
    ...disk,
    commit: (batch) => {
      if (!slow) return disk.commit(batch);
      handedIn.push(batch);
      return new Promise<CommitOutcome>((resolve, reject) => {
        waiting.push(() => disk.commit(batch).then(resolve, reject));
      });
    },
  };
  return {
    store,
    disk,
    handedIn,
    hold: () => {
      slow = true;
    },
    /** Stores everything that waits, and whatever is handed in because of it. */
    release: async () => {
      slow = false;
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
    },
  };
}

/** Lets everything run that waits for nothing but its turn. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3_000; turn += 1) await Promise.resolve();
}

async function begun() {
  const slow = slowStore();
  const story = new Story(slow.store);
  await story.begin();
  return { ...slow, story };
}

const pause = (paused: boolean) => ({ goal_id: 'goal-1', paused });

describe('commands of one workspace', () => {
  it('are all handed to the store before the first is answered, also those that change the same row', async () => {
    const { story, handedIn, hold, release } = await begun();
    hold();
    const sent = Array.from({ length: 20 }, (_, nth) =>
      story.must('pause-goal', pause(nth % 2 === 0), people.owner),
    );
    await settled();
    expect(handedIn.length).toBe(20);
    await release();
    await Promise.all(sent);
    expect((await story.kernel.goal(story.workspace, 'goal-1'))?.revision).toBe(21);
    expect(await story.kernel.verifyAudit(story.workspace)).toMatchObject({ ok: true });
  });

  it('are decided again when what they rest on was not stored after all', async () => {
    const { story, disk, handedIn, hold, release } = await begun();
    hold();
    const first = story.must('pause-goal', pause(true), people.owner);
    const second = story.must(
      'put-record',
      {
        capability: people.capability.id,
        record_id: 'article-1',
        expected_version: 1,
        state: 'draft',
        content_digest: `sha256:${'1'.repeat(64)}`,
        facts: {},
      },
      people.capability,
    );
    const third = story.must('pause-goal', pause(false), people.owner);
    await settled();
    expect(handedIn.length).toBe(3);
    // The third rests on what the first wrote, to the letter; on everything that is stored, by its revision.
    const [written] = handedIn[0]?.writes.filter((row) => row.kind === 'goal') ?? [];
    const expected = handedIn[2]?.expectations ?? [];
    expect(expected.find((each) => each.kind === 'goal')).toMatchObject({ revision: 2, body: written?.body });
    expect(expected.find((each) => each.kind === 'workspace')).not.toHaveProperty('body');
    // Another process comes between: it gives the goal the very revision that the first command had given it.
    const other = new Story(disk, { series: 1 });
    await other.must('pause-goal', pause(true), people.owner);
    await release();
    await Promise.all([first, second, third]);
    const goal = await story.kernel.goal(story.workspace, 'goal-1');
    expect(goal).toMatchObject({ revision: 4 });
    expect(await story.kernel.verifyAudit(story.workspace)).toMatchObject({ ok: true });
  });

  it('are refused only on what is stored', async () => {
    const { story, disk, hold, release } = await begun();
    hold();
    const paused = story
      .send('pause-goal', pause(true), people.owner, 'pausing')
      .catch((fault: unknown) => fault);
    const admission = story.send('admit-attempt', await story.admission('todo-article-1', 'draft'));
    let told: unknown;
    void admission.then((answer) => {
      told = answer;
    });
    await settled();
    expect(told, 'the goal is not paused yet, whatever was handed in').toBeUndefined();
    await release();
    await paused;
    expect(await admission).toMatchObject({ kind: 'refused', rule: 'goal.not-active' });
    expect((await disk.get(story.workspace, 'goal', 'goal-1'))?.state).toBe('paused');
  });

  it('with the same key wait for the one that is on its way, and get its answer', async () => {
    const { story, handedIn, hold, release } = await begun();
    hold();
    const sent = Array.from({ length: 5 }, () => story.send('pause-goal', pause(true), people.owner, 'k'));
    const conflict = story.send('pause-goal', pause(false), people.owner, 'k');
    await settled();
    expect(handedIn.length).toBe(1);
    await release();
    const answers = await Promise.all(sent);
    expect(answers.map((each) => each.kind === 'accepted' && each.replayed)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    expect(await conflict).toMatchObject({ rule: 'idempotency_conflict' });
  });

  it('make no decision on a command that was never stored', async () => {
    const { story, store, hold } = await begun();
    hold();
    const broken = { ...store, commit: async () => Promise.reject(new Error('the disk is gone')) };
    const other = new Story(broken, { series: 1 });
    const lost = other.send('pause-goal', pause(true), people.owner);
    const later = other.send('admit-attempt', await story.admission('todo-article-1', 'draft'));
    await expect(lost).rejects.toThrow('the disk is gone');
    await expect(later).rejects.toThrow('the disk is gone');
  });

  it('that lose again and again get their turn alone', async () => {
    const disk = memoryStore();
    const wide = new Story({ ...disk, decisionsAtOnce: 8 });
    await wide.begin();
    const sent = Array.from({ length: 60 }, (_, nth) =>
      wide.must('pause-goal', pause(nth % 2 === 0), people.owner),
    );
    await Promise.all(sent);
    expect((await disk.links(wide.workspace, 0, 100)).length).toBe(63);
    expect(await wide.kernel.verifyAudit(wide.workspace)).toMatchObject({ ok: true });
  });
});
