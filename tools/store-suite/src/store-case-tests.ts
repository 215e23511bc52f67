import { storeCases } from '@cux/kernel/store-suite';
import { describe, it } from 'vitest';
import type { Engine } from './engine.ts';

/** What the kernel asks of every store. */
export function storeCaseTests(engine: Engine): void {
  describe(`a ${engine.name} store`, () => {
    it.each(storeCases)('$name', async (each) => {
      const store = await (await engine.place()).open();
      try {
        await each.run(store);
      } finally {
        await store.close();
      }
    });
  });
}
