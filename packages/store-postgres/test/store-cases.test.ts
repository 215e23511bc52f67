import { storeCases } from '@cux/kernel/store-suite';
import { describe, it } from 'vitest';
import { openPostgresStore } from '../src/index.ts';
import { freshPlace } from './support/place.ts';

describe('a PostgreSQL store', () => {
  it.each(storeCases)('$name', async (each) => {
    const store = await openPostgresStore(freshPlace());
    try {
      await each.run(store);
    } finally {
      await store.close();
    }
  });
});
