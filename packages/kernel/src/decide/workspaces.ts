import type { CommandKind } from '../commands/command.ts';
import { underWay } from '../state/attempt.ts';
import type { Computer } from '../state/computer.ts';
import { type Workspace, workspaceRowId } from '../state/workspace.ts';
import {
  accept,
  type Decider,
  type Deciding,
  isRefused,
  type RefusedDecision,
  readMany,
  readStored,
  refuse,
} from './deciding.ts';

/** What brings a workspace that is at work nowhere back to work, here or where it went. */
const returning: readonly CommandKind[] = ['arrive-workspace', 'take-back-workspace'];

export function isAtWork({ state, store_id }: Workspace, storeId: string): boolean {
  return state === 'at_work' && store_id === storeId;
}

/** Nothing is decided in a workspace that is at work elsewhere. It may come back, so the refusal does not stand. */
export function notAtWork(
  kind: CommandKind,
  { state, store_id, move }: Workspace,
  storeId: string,
): RefusedDecision | null {
  if (returning.includes(kind)) return null;
  if (state === 'retired') {
    return refuse(
      'workspace.retired',
      `The workspace went to another store (${move?.place ?? store_id}); name that store and send it there.`,
    );
  }
  if (store_id !== storeId) {
    return refuse(
      'workspace.copy',
      'This is a copy of a workspace that is at work in another store; it can be read, and nothing is decided in it.',
    );
  }
  return null;
}

const placed: readonly Computer['lifecycle'][] = ['waking', 'awake', 'archiving'];

/**
 * An attempt that is admitted at the very moment is not looked for: nothing of it goes on here, and in the other store it is
 * one whose process is silent.
 */
export const retireWorkspace: Decider<'retire-workspace'> = function* (input, context) {
  const { move_id, store_id, place } = input;
  const workspace = yield* ownRow();
  if (context.work.current('workspace', workspaceRowId) !== null) {
    return refuse('workspace.unknown', 'There is no such workspace; list the workspaces and name one.');
  }
  if (store_id === context.storeId) {
    return refuse('workspace.same-store', 'The workspace is in this store already; name another one.');
  }
  const attempts = yield* readMany('attempt', { states: underWay });
  if (attempts.length > 0) {
    return refuse(
      'workspace.attempt-under-way',
      'An attempt is under way; let it end, or run `cux recover` where its process is gone.',
    );
  }
  const computers = yield* readMany('computer', { states: placed });
  if (computers.length > 0) {
    return refuse('workspace.computer-placed', 'A Computer is awake; put it to sleep first.');
  }
  const move = { move_id, from_store_id: context.storeId, place };
  context.work.change('workspace', workspace, { state: 'retired', store_id, move });
  context.work.event('workspace-retired', { move_id, from_store_id: context.storeId, store_id });
  return accept({ store_id });
};

export const arriveWorkspace: Decider<'arrive-workspace'> = function* ({ move_id }, context) {
  const workspace = yield* retiredBy(move_id);
  if (isRefused(workspace)) return workspace;
  const { store_id, move } = workspace;
  if (store_id !== context.storeId) return otherStore();
  context.work.change('workspace', workspace, { state: 'at_work' });
  const from_store_id = move?.from_store_id ?? null;
  context.work.event('workspace-arrived', { move_id, from_store_id, store_id });
  return accept({ store_id });
};

export const takeBackWorkspace: Decider<'take-back-workspace'> = function* ({ move_id }, context) {
  const workspace = yield* retiredBy(move_id);
  if (isRefused(workspace)) return workspace;
  if (workspace.move?.from_store_id !== context.storeId) return otherStore();
  const { storeId: store_id } = context;
  context.work.change('workspace', workspace, { state: 'at_work', store_id });
  context.work.event('workspace-taken-back', { move_id, store_id, refused_by: workspace.store_id });
  return accept({ store_id });
};

function* retiredBy(moveId: string): Deciding<Workspace | RefusedDecision> {
  const workspace = yield* ownRow();
  if (workspace.state !== 'retired') {
    return refuse('workspace.not-retired', 'The workspace is on no move; list what is in this store.');
  }
  if (workspace.move?.move_id !== moveId) {
    return refuse('workspace.other-move', 'The workspace is on another move; look at where it went.');
  }
  return workspace;
}

function otherStore(): RefusedDecision {
  return refuse('workspace.other-store', 'The move goes from and to other stores; name one of these.');
}

/** The shell has made it where there was none. */
function ownRow(): Deciding<Workspace> {
  return readStored('workspace', workspaceRowId);
}
