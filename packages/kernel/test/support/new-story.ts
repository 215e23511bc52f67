import type { Store } from '../../src/index.ts';
import { Story, type StoryOptions } from '../../src/store-suite/index.ts';
import { memoryStore } from './memory-store.ts';

/** A story over a store that lives in memory. */
export function newStory(options: StoryOptions = {}): { readonly story: Story; readonly store: Store } {
  const store = memoryStore();
  return { story: new Story(store, options), store };
}
