import { describe, expect, it } from 'vitest';
import { openPostgresStore } from '../src/index.ts';
import { batchOf } from './support/batches.ts';
import { freshPlace } from './support/place.ts';

describe('a database whose own order is that of a language', () => {
  it('answers in the order of code units all the same', async () => {
    const store = await openPostgresStore(freshPlace());
    const keys = ['b', 'A', '_', 'a-b', 'ab', 'Z', '~'];
    await Promise.all(keys.map((key) => store.commit(batchOf(key))));
    const inOrder = [...keys].sort();
    expect((await store.list('one', 'todo')).map(({ id }) => id)).toEqual(inOrder);
    expect((await store.answers('one', null, 100)).map(({ key }) => key)).toEqual(inOrder);
    const after = { scope: 'human:x', key: 'Z' };
    const later = inOrder.slice(inOrder.indexOf('Z') + 1);
    expect((await store.answers('one', after, 100)).map(({ key }) => key)).toEqual(later);
    await store.close();
  });
});
