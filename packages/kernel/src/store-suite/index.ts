// For tests of stores and of what is built on the kernel; nothing of it runs in production.

export * as actions from './action-story.ts';
export * as computers from './computer-story.ts';
export { KernelStory, people, type StoryOptions } from './kernel-story.ts';
export * as moves from './move-story.ts';
export type { Ending } from './records.ts';
export * as records from './records.ts';
export { same } from './same.ts';
export { type StoreCase, storeCases } from './store-cases.ts';
export { Story } from './story.ts';
export { countingIds, type StoppedClock, stoppedClock } from './test-ports.ts';
