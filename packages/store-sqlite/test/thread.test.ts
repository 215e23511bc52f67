import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CommitBatch, Store } from '@cux/kernel';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openSqliteStore, StoreFault } from '../src/index.ts';
import { openThreadedStore } from '../src/open-sqlite-store.ts';
import { orders } from './support/held-thread.ts';
import { temporaryPath } from './support/temporary.ts';

const entry = new URL('./support/held-thread.ts', import.meta.url);
const leaver = fileURLToPath(new URL('./support/leaver.ts', import.meta.url));

function batch(key: string): CommitBatch {
  return {
    workspace: 'one',
    expectations: [],
    writes: [
      {
        kind: 'goal',
        id: key,
        revision: 1,
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
  };
}

/** A store whose thread obeys, and what it is told by. */
async function obedient(path = temporaryPath()) {
  const told = new Int32Array(new SharedArrayBuffer(16));
  const store = await openThreadedStore({ path }, { entry, told: told.buffer });
  Atomics.store(told, orders.commits, 0);
  return {
    store,
    path,
    told,
    hold: () => Atomics.store(told, orders.hold, 1),
    release: () => {
      Atomics.store(told, orders.hold, 0);
      Atomics.notify(told, orders.hold);
    },
    /** Waits until the thread stands at a commit. */
    standing: async () => {
      while (Atomics.load(told, orders.held) === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    },
  };
}

function isFault(code: StoreFault['code']) {
  return (fault: unknown) => StoreFault.isInstance(fault) && fault.code === code;
}

/** What the file holds, by plain SQL. */
function stored(path: string): readonly unknown[] {
  const database = new Database(path, { readonly: true });
  const keys = database.prepare('select key from answer order by key').pluck().all();
  database.close();
  return keys;
}

describe('the thread that writes', () => {
  it('keeps the event loop free while a commit waits for the disk: timers run, reads are answered', async () => {
    const { store, hold, release, standing } = await obedient();
    await store.commit(batch('before'));
    hold();
    let answered = false;
    const held = store.commit(batch('held')).finally(() => {
      answered = true;
    });
    await standing();
    for (let turn = 0; turn < 20; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      expect(await store.get('one', 'goal', 'before')).not.toBeNull();
      expect(await store.get('one', 'goal', 'held')).toBeNull();
    }
    expect(answered).toBe(false);
    release();
    expect(await held).toEqual({ kind: 'committed' });
    expect(await store.get('one', 'goal', 'held')).not.toBeNull();
    await store.close();
  });

  it('stores together what came in while it was at the disk, in one transaction', async () => {
    const { store, told, hold, release, standing } = await obedient();
    hold();
    const first = store.commit(batch('first'));
    await standing();
    const others: Promise<unknown>[] = [];
    for (let nth = 0; nth < 64; nth += 1) {
      others.push(store.commit(batch(`other-${nth}`)));
      if (nth % 8 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    release();
    await Promise.all([first, ...others]);
    expect(Atomics.load(told, orders.commits)).toBe(2);
    expect((await store.links('one', 0, 100)).length).toBe(65);
    await store.close();
  });

  it('that dies rejects what was not acknowledged, and everything after; what was acknowledged is there', async () => {
    const { store, path, told } = await obedient();
    await store.commit(batch('kept'));
    Atomics.store(told, orders.die, 1);
    const lost = await Promise.allSettled([store.commit(batch('lost-1')), store.commit(batch('lost-2'))]);
    for (const each of lost) {
      expect(each.status).toBe('rejected');
      if (each.status === 'rejected') expect(each.reason).toSatisfy(isFault('thread_gone'));
    }
    await expect(store.commit(batch('later'))).rejects.toSatisfy(isFault('thread_gone'));
    await store.close();
    expect(stored(path)).toEqual(['kept']);
    const again = await openSqliteStore({ path });
    expect(await again.commit(batch('lost-1'))).toEqual({ kind: 'committed' });
    await again.close();
  });

  it('that cannot be started is a fault of its own', async () => {
    const missing = new URL('./support/no-such-module.ts', import.meta.url);
    const opened = openThreadedStore({ path: temporaryPath() }, { entry: missing });
    await expect(opened).rejects.toSatisfy(isFault('thread_gone'));
  });

  it('stores everything that was handed in before it is closed, and takes nothing after', async () => {
    const { store, path, hold, release, standing } = await obedient();
    hold();
    const first = store.commit(batch('a'));
    await standing();
    const second = store.commit(batch('b'));
    const closed = store.close();
    await expect(store.commit(batch('c'))).rejects.toSatisfy(isFault('closed'));
    await expect(store.get('one', 'goal', 'a')).rejects.toSatisfy(isFault('closed'));
    release();
    expect(await Promise.all([first, second])).toEqual([{ kind: 'committed' }, { kind: 'committed' }]);
    await closed;
    await store.close();
    expect(stored(path)).toEqual(['a', 'b']);
  });

  it('keeps its process alive while a command waits, and no longer', async () => {
    const path = temporaryPath();
    const { stdout } = await promisify(execFile)(process.execPath, [leaver, path]);
    expect(stdout).toBe('answered\n');
    expect(stored(path).length).toBe(4);
  });

  it('is not needed: a caller that writes by itself has stored what is acknowledged, and ends without a close', async () => {
    const path = temporaryPath();
    const { stdout } = await promisify(execFile)(process.execPath, [leaver, path, 'caller']);
    expect(stdout).toBe('answered\n');
    expect(stored(path).length).toBe(4);
    const [one, other] = [
      await openSqliteStore({ path, writer: 'caller', busyTimeoutMs: 30 }),
      await openSqliteStore({ path, writer: 'caller' }),
    ];
    // Each sees what the other has written, and a command that rests on what is no longer so is stale.
    expect((await one.commit(batch('k'))).kind).toBe('committed');
    expect((await other.get('one', 'goal', 'k'))?.revision).toBe(1);
    expect((await other.commit(batch('k'))).kind).not.toBe('committed');
    const holder = new Database(path);
    holder.exec('begin immediate');
    await expect(one.commit(batch('l'))).rejects.toSatisfy(isFault('locked'));
    holder.exec('rollback');
    holder.close();
    expect((await one.commit(batch('l'))).kind).toBe('committed');
    await one.close();
    await other.close();
  });

  it.each(['thread', 'caller'] as const)(
    'waits for another process as long as it may, and the loop goes on meanwhile: written by the %s',
    async (writer) => {
      const path = temporaryPath();
      const store: Store = await openSqliteStore({ path, busyTimeoutMs: 300, writer });
      const holder = new Database(path);
      holder.exec('begin immediate');
      let turns = 0;
      const timer = setInterval(() => {
        turns += 1;
      }, 1);
      await expect(store.commit(batch('k'))).rejects.toSatisfy(isFault('locked'));
      clearInterval(timer);
      expect(turns).toBeGreaterThan(3);
      holder.exec('rollback');
      holder.close();
      expect(await store.commit(batch('k'))).toEqual({ kind: 'committed' });
      await store.close();
    },
  );

  it('is not needed: what waits for another process is written in its order once that lets go, before a close ends', async () => {
    const path = temporaryPath();
    const store: Store = await openSqliteStore({ path, writer: 'caller' });
    const holder = new Database(path);
    holder.exec('begin immediate');
    const first = store.commit(batch('a'));
    await new Promise((resolve) => setTimeout(resolve, 60));
    const second = store.commit(batch('a'));
    const other = store.commit(batch('b'));
    const closed = store.close();
    let isClosed = false;
    const closedAgain = store.close().then(() => {
      isClosed = true;
    });
    await expect(store.commit(batch('c'))).rejects.toSatisfy(isFault('closed'));
    expect({ stored: stored(path), isClosed }).toEqual({ stored: [], isClosed: false });
    holder.exec('rollback');
    holder.close();
    expect(await first).toEqual({ kind: 'committed' });
    expect((await second).kind).not.toBe('committed');
    expect(await other).toEqual({ kind: 'committed' });
    await Promise.all([closed, closedAgain]);
    expect(stored(path)).toEqual(['a', 'b']);
  });
});
