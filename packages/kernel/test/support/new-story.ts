import { Story, type StoryOptions } from '../../src/store-suite/index.ts';
import { type MemoryStore, memoryStore } from './memory-store.ts';

/** A story over a store that lives in memory. */
export function newStory(options: StoryOptions = {}): { readonly story: Story; readonly store: MemoryStore } {
  const store = memoryStore();
  return { story: new Story(store, options), store };
}
