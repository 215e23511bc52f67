export { auditTests } from './audit-tests.ts';
export type { Engine, Place } from './engine.ts';
export { sequenceTests } from './sequence-tests.ts';
export { storeCaseTests } from './store-case-tests.ts';
export { storyTests } from './story-tests.ts';
export { twoProcessTests } from './two-process-tests.ts';
export { workspaceTests } from './workspace-tests.ts';
