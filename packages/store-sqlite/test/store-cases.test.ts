import { storeCases } from '@cux/kernel/store-suite';
import { describe, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';

describe('a SQLite store', () => {
  it.each(storeCases)('$name', async (each) => {
    const store = await openSqliteStore({ path: ':memory:' });
    try {
      await each.run(store);
    } finally {
      await store.close();
    }
  });
});
