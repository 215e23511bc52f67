import { describe, it } from 'vitest';
import { storeCases } from '../src/store-suite/index.ts';
import { memoryStore } from './support/memory-store.ts';

describe('the store of the kernel tests', () => {
  it.each(storeCases)('$name', (each) => each.run(memoryStore()));
});
