import type { Clock, Ids, Principal } from '@cux/contracts';
import type { Refusal } from '../commands/refusal.ts';
import { createKernel } from '../create-kernel.ts';
import { isAtWork } from '../decide/workspaces.ts';
import type { Kernel } from '../kernel.ts';
import { lastLink } from '../log/last-link.ts';
import type { CopyPlace, CopyTarget } from '../ports/copy-target.ts';
import type { Store } from '../ports/store.ts';
import type { Workspace } from '../state/workspace.ts';
import { stop, stoppable } from './stopped.ts';
import { storeWithin } from './store-within.ts';
import { demandSound, demandSoundCopy, level, type Sound, takeOver, workspaceIn } from './take-over.ts';

/** What goes where, and who says so. */
export interface MoveOptions {
  readonly source: Store;
  readonly target: CopyPlace;
  readonly workspace: string;
  /** A human, or the host's operator. */
  readonly principal: Principal;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A workspace that is at work in the target now; `earlier` where it has been so since an earlier run. */
export interface Moved extends Sound {
  readonly kind: 'moved';
  readonly earlier: boolean;
}

/** A copy that can be read in the target, and of which nothing is decided there. */
export interface Copied extends Sound {
  readonly kind: 'copied';
}

/**
 * Moves a workspace into another store. At no moment, and whatever dies when, is it at work in both: it is retired here by one
 * transaction, and is at work there from the one that makes the copy final, which comes after. When the process dies between
 * the two, it is at work nowhere, and the same call goes on; or `takeBackWorkspace` calls the move off.
 *
 * Throws the fault of a store. The target's transaction is open all the while, the source is at work until it is retired.
 */
export function moveWorkspace(options: MoveOptions): Promise<Moved | Refusal> {
  const { source, target, workspace } = options;
  return stoppable(async () => {
    await demandSound(source, workspace);
    return target.within(workspace, (within) => move(options, within));
  });
}

async function move(options: MoveOptions, target: CopyTarget): Promise<Moved> {
  const { source, workspace, ids } = options;
  const own = await workspaceIn(source, workspace);
  const storeId = await demandOther(source, target);
  if (own.state === 'retired') {
    const end = await endOf(own, storeId, target);
    if (end === 'arrived') {
      const { hash = '' } = (await lastLink(source, workspace)) ?? {};
      return { kind: 'moved', earlier: true, ...(await demandSoundCopy(target, workspace, hash)) };
    }
  } else if (own.store_id !== (await source.identity())) {
    stop(
      'workspace.copy',
      'This is a copy of a workspace that is at work in another store; move it from there.',
    );
  }
  const copied = await takeOver(source, target, workspace);
  const moveId = own.state === 'retired' ? moveOf(own) : ids.next('move');
  if (own.state !== 'retired') await retire(options, moveId, storeId);
  const last = await level(source, target, workspace, copied);
  await target.endMove(moveId, 'arrived');
  const there = kernelOver(options, storeWithin(target, last));
  const arrived = await there.execute('arrive-workspace', envelope(options, `arrive/${moveId}`), {
    move_id: moveId,
  });
  if (arrived.kind === 'refused') stop(arrived.rule, arrived.message);
  return { kind: 'moved', earlier: false, ...(await demandSoundCopy(target, workspace, last.hash)) };
}

/** How the move that a workspace is on has ended at this target; null where it can still arrive. */
async function endOf(own: Workspace, storeId: string, target: CopyTarget): Promise<'arrived' | null> {
  if (own.store_id !== storeId) {
    stop(
      'workspace.retired',
      `The workspace is on its way to another store (${own.move?.place ?? own.store_id}): copy it there, or take it back.`,
    );
  }
  const end = await target.moveEnd(moveOf(own));
  if (end === 'refused') {
    stop(
      'workspace.called-off',
      'The move was called off at the target: take the workspace back, and move it anew.',
    );
  }
  return end;
}

async function retire(options: MoveOptions, moveId: string, storeId: string): Promise<void> {
  const answer = await kernelOver(options, options.source).execute(
    'retire-workspace',
    envelope(options, `retire/${moveId}`),
    { move_id: moveId, store_id: storeId, place: options.target.name },
  );
  if (answer.kind === 'refused') stop(answer.rule, answer.message);
}

/**
 * Copies a workspace into another store, where it can be read. It stays at work where it is. A copy that the target has already
 * is brought up to date. Throws the fault of a store.
 */
export function copyWorkspace(
  options: Pick<MoveOptions, 'source' | 'target' | 'workspace'>,
): Promise<Copied | Refusal> {
  const { source, target, workspace } = options;
  return stoppable(async () => {
    await demandSound(source, workspace);
    return target.within(workspace, async (within) => {
      const own = await workspaceIn(source, workspace);
      if (isAtWork(own, await demandOther(source, within))) {
        stop(
          'workspace.present',
          'The workspace is at work in the target, and what is here is a copy of it: name another target.',
        );
      }
      const last = await level(source, within, workspace, await takeOver(source, within, workspace));
      return { kind: 'copied' as const, ...(await demandSoundCopy(within, workspace, last.hash)) };
    });
  });
}

/**
 * Calls off a move that has not arrived: first the store that it was to go to refuses it for good, then the workspace is at
 * work here again. One that has arrived is refused. Dies the process in between, the same call goes on.
 */
export function takeBackWorkspace(options: MoveOptions): Promise<{ readonly kind: 'taken-back' } | Refusal> {
  const { source, target, workspace } = options;
  return stoppable(async () => {
    const own = await workspaceIn(source, workspace);
    if (own.state !== 'retired' || own.move === null) {
      stop('workspace.not-retired', 'The workspace is on no move, so there is nothing to take back.');
    }
    if (own.move.from_store_id !== (await source.identity())) {
      stop('workspace.other-store', 'The workspace left another store; take it back there.');
    }
    await target.within(workspace, (within) => refuseMove(own, within));
    const moveId = moveOf(own);
    const answer = await kernelOver(options, source).execute(
      'take-back-workspace',
      envelope(options, `take-back/${moveId}`),
      { move_id: moveId },
    );
    if (answer.kind === 'refused') stop(answer.rule, answer.message);
    return { kind: 'taken-back' as const };
  });
}

async function refuseMove(own: Workspace, target: CopyTarget): Promise<void> {
  if ((await target.reader.identity()) !== own.store_id) {
    stop(
      'workspace.other-store',
      `The workspace is on its way to another store (${own.move?.place ?? own.store_id}): name that one.`,
    );
  }
  const end = await target.moveEnd(moveOf(own));
  if (end === 'arrived') {
    stop('workspace.arrived', 'The workspace has arrived and is at work there: move it back from there.');
  }
  if (end === null) await target.endMove(moveOf(own), 'refused');
}

/** The identity of the target, which is not the source. */
async function demandOther(source: Store, target: CopyTarget): Promise<string> {
  const storeId = await target.reader.identity();
  if (storeId === (await source.identity())) {
    stop('workspace.same-store', 'The target is the store that the workspace is in; name another one.');
  }
  return storeId;
}

function moveOf({ move }: Workspace): string {
  return move?.move_id ?? '';
}

function kernelOver({ clock, ids }: MoveOptions, store: Store): Kernel {
  return createKernel({ store, clock, ids, capabilities: [] });
}

function envelope({ workspace, principal }: MoveOptions, key: string) {
  return { workspace, principal, key };
}
