import { people, Story } from '@cux/kernel/store-suite';
import { runSql } from '@cux/store-suite/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../src/index.ts';
import { batchOf } from './support/batches.ts';
import { type Cut, type CuttingProxy, cuttingProxy } from './support/cutting-proxy.ts';
import { faultOf } from './support/fault-of.ts';
import { freshPlace, url } from './support/place.ts';

let proxy: CuttingProxy;

beforeAll(async () => {
  proxy = await cuttingProxy(Number(new URL(url).port));
});

afterAll(() => proxy.close());

/** The same place, through the proxy. */
function through(place: ReturnType<typeof freshPlace>) {
  const address = new URL(place.url);
  address.port = String(proxy.port);
  address.hostname = '127.0.0.1';
  return { ...place, url: address.href };
}

async function links(schema: string): Promise<number> {
  const [counted] = await runSql<{ count: string }>(url, `select count(*) from "${schema}".link`);
  return Number(counted?.count);
}

describe('a commit whose answer is lost', () => {
  const cuts: readonly Cut[] = ['before the server has it', 'before its answer is heard'];

  it.each(cuts)('is stored exactly once when the connection is cut %s', async (cut) => {
    const place = freshPlace();
    const store = await openPostgresStore(through(place));
    await store.commit(batchOf('first'));
    const cutting = proxy.cutNext(cut);
    const outcomes = Promise.all(['a', 'b', 'c'].map((key) => store.commit(batchOf(key))));
    await cutting;
    expect(await outcomes).toEqual(Array(3).fill({ kind: 'committed' }));
    expect(await links(place.schema)).toBe(4);
    expect((await store.links('one', 0, 10)).map(({ batch }) => batch)).toEqual([1, 2, 3, 4]);
    await store.close();
  });

  it('is not taken for its own when another process has stored the key meanwhile', async () => {
    const place = freshPlace();
    const other = await openPostgresStore(place);
    const store = await openPostgresStore(through(place));
    await store.commit(batchOf('first'));
    proxy.refuse(true);
    const cutting = proxy.cutNext('before the server has it');
    const outcome = store.commit(batchOf('same'));
    await cutting;
    expect(await other.commit(batchOf('same'))).toEqual({ kind: 'committed' });
    proxy.refuse(false);
    expect(await outcome).toEqual({ kind: 'key-taken' });
    expect(await links(place.schema)).toBe(2);
    await store.close();
    await other.close();
  });

  it('is said to be unresolved when the server stays away, and the same command finds its answer later', async () => {
    const place = freshPlace();
    const story = new Story(await openPostgresStore({ ...through(place), patienceMs: 100 }));
    await story.begin();
    const pause = { goal_id: 'goal-1', paused: true };
    const cutting = proxy.cutNext('before its answer is heard');
    const sent = faultOf(() => story.send('pause-goal', pause, people.owner, 'k'));
    proxy.refuse(true);
    await cutting;
    expect((await sent).code).toBe('unresolved');
    proxy.refuse(false);
    const again = await story.send('pause-goal', pause, people.owner, 'k');
    expect(again).toMatchObject({ kind: 'accepted', replayed: true });
    expect(await story.kernel.verifyAudit(story.workspace)).toMatchObject({ ok: true });
    await story.kernel.close();
  });

  it('that never left is said to be unavailable, and nothing of it is stored', async () => {
    const place = freshPlace();
    const store = await openPostgresStore({ ...through(place), patienceMs: 50 });
    await store.commit(batchOf('first'));
    proxy.refuse(true);
    const cutting = proxy.cutNext('before the server has it');
    const sent = faultOf(() => store.commit(batchOf('second')));
    await cutting;
    // The word to commit was on its way: that it did not arrive is nothing this process could know.
    expect((await sent).code).toBe('unresolved');
    expect((await faultOf(() => store.commit(batchOf('third')))).code).toBe('unavailable');
    expect((await faultOf(() => store.highestTime('one'))).code).toBe('unavailable');
    proxy.refuse(false);
    expect(await links(place.schema)).toBe(1);
    expect(await store.commit(batchOf('third'))).toEqual({ kind: 'committed' });
    await store.close();
  });
});
