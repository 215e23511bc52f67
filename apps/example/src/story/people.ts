import type { Principal } from '@cux/contracts';

/** Everything of the demo happens in one workspace. */
export const workspace = 'demo';

/** Asked for the work; may decide nothing of it. */
export const agent: Principal = { kind: 'agent', id: 'newsroom-agent' };

/** Runs the host. */
export const operator: Principal = { kind: 'operator', id: 'demo-host' };

/** Owns the goal, and decides. */
export const editor: Principal = { kind: 'human', id: 'editor' };
