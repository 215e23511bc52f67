import { people, Story } from '@cux/kernel/store-suite';
import { describe, expect, it } from 'vitest';
import {
  type AroundCall,
  memoryDisk,
  openInProcessStore,
  type StorageCall,
  StoreFault,
} from '../src/index.ts';

const input = { goal_id: 'goal-1', paused: true };

/** Something around every call, which can be told what to do later. */
function recorder() {
  const calls: StorageCall[] = [];
  let act: (call: StorageCall, when: 'before' | 'after') => void = () => undefined;
  const around: AroundCall = (call, proceed) => {
    calls.push(call);
    act(call, 'before');
    const result = proceed();
    act(call, 'after');
    return result;
  };
  return {
    calls,
    around,
    act: (next: typeof act) => {
      act = next;
    },
  };
}

function engineError(code: string): Error {
  return Object.assign(new Error('an error of the engine'), { code });
}

describe('a store in process', () => {
  it('finds over the same disk what was committed, and nothing of what was left open', async () => {
    const disk = memoryDisk();
    const calls = recorder();
    const first = new Story(await openInProcessStore({ disk, around: calls.around }));
    await first.begin();
    calls.act((call, when) => {
      if (call.kind !== 'rollback' && !(call.kind === 'commit' && when === 'before')) return;
      throw new Error('crashed');
    });
    await expect(first.send('pause-goal', input, undefined, 'k')).rejects.toThrow('crashed');
    const second = new Story(await openInProcessStore({ disk }), { series: 1 });
    expect((await second.kernel.goal(second.workspace, 'goal-1'))?.state).toBe('active');
    expect(await second.send('pause-goal', input, undefined, 'k')).toMatchObject({ replayed: false });
    expect(await second.kernel.verifyAudit(second.workspace)).toMatchObject({ ok: true });
    disk.discard();
  });

  it.each([
    { code: 'SQLITE_FULL', fault: 'disk_full' },
    { code: 'SQLITE_IOERR_FSYNC', fault: 'unavailable' },
    { code: 'SQLITE_CORRUPT', fault: 'corrupt' },
  ])('writes nothing when a call fails with $code, wherever it does', async ({ code, fault }) => {
    const calls = recorder();
    const story = new Story(await openInProcessStore({ around: calls.around }));
    await story.begin();
    const from = calls.calls.length;
    await story.must('pause-goal', input, people.owner);
    const length = calls.calls.length - from;
    for (let nth = 1; nth <= length; nth += 1) {
      const { revision } = (await story.kernel.goal(story.workspace, 'goal-1')) ?? {};
      let left = nth;
      calls.act((_call, when) => {
        if (when === 'after') return;
        left -= 1;
        if (left === 0) throw engineError(code);
      });
      const paused = nth % 2 === 0;
      const sent = story.send('pause-goal', { ...input, paused }, people.owner, `k-${nth}`);
      await expect(sent).rejects.toMatchObject({ code: fault });
      calls.act(() => undefined);
      expect((await story.kernel.goal(story.workspace, 'goal-1'))?.revision).toBe(revision);
      const again = await story.send('pause-goal', { ...input, paused }, people.owner, `k-${nth}`);
      expect(again).toMatchObject({ kind: 'accepted', replayed: false });
    }
    expect(length).toBeGreaterThan(9);
    expect(await story.kernel.verifyAudit(story.workspace)).toMatchObject({ ok: true });
  });

  it('stores batches that wait together in one transaction, each with its own outcome', async () => {
    const calls = recorder();
    const store = await openInProcessStore({ around: calls.around });
    const batch = (key: string, revision: number) => ({
      workspace: 'one',
      expectations: [{ kind: 'goal' as const, id: 'g', revision: revision - 1 }],
      writes: [
        {
          kind: 'goal' as const,
          id: 'g',
          revision,
          state: 'active',
          parent_id: null,
          subject_digest: null,
          body: '{}',
        },
      ],
      events: [{ kind: 'command-accepted', body: '{}' }],
      answer: { scope: 'human:x', key, command_digest: 'd', answer: '{}' },
      time: 1,
      valid_until: null,
    });
    const before = calls.calls.filter((call) => call.kind === 'commit').length;
    const outcomes = await Promise.all([
      store.commit(batch('a', 1)),
      store.commit(batch('b', 1)),
      store.commit(batch('a', 2)),
      store.commit(batch('c', 2)),
    ]);
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['committed', 'stale', 'key-taken', 'committed']);
    expect(calls.calls.filter((call) => call.kind === 'commit').length).toBe(before + 1);
    expect((await store.links('one', 0, 10)).length).toBe(2);
  });

  it('lets one batch that cannot be stored take no other with it', async () => {
    const store = await openInProcessStore();
    const bad = {
      kind: 'goal' as const,
      id: 'g',
      revision: 0,
      state: 's',
      parent_id: null,
      subject_digest: null,
      body: '{}',
    };
    const batch = (key: string, revision: number) => ({
      workspace: 'one',
      expectations: [],
      writes: [{ ...bad, id: key, revision }],
      events: [{ kind: 'command-accepted', body: '{}' }],
      answer: { scope: 'human:x', key, command_digest: 'd', answer: '{}' },
      time: 1,
      valid_until: null,
    });
    const [first, second, third] = await Promise.allSettled([
      store.commit(batch('a', 1)),
      store.commit(batch('b', 0)),
      store.commit(batch('c', 1)),
    ]);
    expect([first?.status, second?.status, third?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await store.list('one', 'goal')).map((row) => row.id)).toEqual(['a', 'c']);
  });

  it('that is closed answers no more, with a fault of its own', async () => {
    const store = await openInProcessStore();
    await store.close();
    await store.close();
    await expect(store.highestTime('one')).rejects.toSatisfy(
      (fault) => StoreFault.isInstance(fault) && fault.code === 'closed',
    );
  });
});
