import type { Principal } from '@cux/contracts';
import { personAtTerminal } from '@cux/runtime';

/** Everything of the demo happens in one workspace. */
export const workspace = 'demo';

/** Asked for the work; may decide nothing of it. */
export const agent: Principal = { kind: 'agent', id: 'newsroom-agent' };

/** Runs the host. */
export const operator: Principal = { kind: 'operator', id: 'demo-host' };

/** Owns the goal, and decides: whoever runs the demo, by the operating system's name for them. */
export const editor: Principal = personAtTerminal();

/** Answers in the editor's place what `--decide` was told beforehand: the log says for good that nobody read the question. */
export const editorByFlag: Principal = { kind: 'human', id: `${editor.id.slice(0, 190)}-by-flag` };
