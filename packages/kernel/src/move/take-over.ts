import { isAtWork } from '../decide/workspaces.ts';
import { lastLink } from '../log/last-link.ts';
import { verifyAudit } from '../log/verify-audit.ts';
import type { CopyTarget } from '../ports/copy-target.ts';
import type { ChainLink, StoreReader } from '../ports/store.ts';
import { workspacePages } from '../ports/workspace-pages.ts';
import { fromRow } from '../state/rows.ts';
import type { Workspace } from '../state/workspace.ts';
import { catchUp } from './catch-up.ts';
import { stop } from './stopped.ts';

/** The workspace's own row, as a store has it. */
export async function workspaceIn(reader: StoreReader, workspace: string): Promise<Workspace> {
  const row = await reader.get(workspace, 'workspace', 'workspace');
  if (row === null) {
    stop('workspace.unknown', 'There is no such workspace in this store; list the workspaces and name one.');
  }
  return fromRow('workspace', row);
}

/** The source has to be what its own log says. */
export async function demandSound(source: StoreReader, workspace: string): Promise<void> {
  const verdict = await verifyAudit(source, workspace);
  if (verdict.ok) return;
  stop(
    'workspace.unsound',
    'The log at the source does not verify, so nothing of that workspace was copied: run "cux audit verify" on it.',
  );
}

/** Takes over what the target lacks, and answers the newest link that it has then. More may have come meanwhile. */
export async function takeOver(
  source: StoreReader,
  target: CopyTarget,
  workspace: string,
): Promise<ChainLink> {
  const known = await earlierCopy(source, target, workspace);
  if (known !== null) return (await catchUp(source, target, workspace, known, 1)).last ?? known;
  const end = await lastLink(source, workspace);
  if (end === null) stop('workspace.unknown', 'The workspace has no log; name one that has been used.');
  for await (const page of workspacePages(source, workspace, end)) await target.put(page);
  return end;
}

/**
 * The newest link that the target has already, where what it has is an earlier part of the very same workspace and at rest
 * there: a copy, or what was left behind when it moved away. Null where it has nothing.
 */
async function earlierCopy(
  source: StoreReader,
  { reader }: CopyTarget,
  workspace: string,
): Promise<ChainLink | null> {
  if (!(await reader.workspaces()).includes(workspace)) return null;
  const last = await lastLink(reader, workspace);
  const own = await reader.get(workspace, 'workspace', 'workspace');
  const same = last === null ? undefined : (await source.links(workspace, last.batch - 1, 1))[0];
  if (last === null || own === null || same?.hash !== last.hash) present();
  if (isAtWork(fromRow('workspace', own), await reader.identity())) present();
  return last;
}

function present(): never {
  stop(
    'workspace.present',
    'The target has a workspace of this name already and was left as it is: name another target, or one workspace with --workspace.',
  );
}

/** How often a source that goes on being written is caught up with. */
const roundsAtWork = 50;

/** Catches up until the target is level with the source, its time included; answers the newest link. */
export async function level(
  source: StoreReader,
  target: CopyTarget,
  workspace: string,
  from: ChainLink,
): Promise<ChainLink> {
  let last = from;
  for (let round = 0; round < roundsAtWork; round += 1) {
    last = (await catchUp(source, target, workspace, last, roundsAtWork)).last ?? last;
    const highest = await source.highestTime(workspace);
    if ((await source.links(workspace, last.batch, 1)).length > 0) continue;
    await target.put({ kind: 'time', highest });
    return last;
  }
  return stop(
    'workspace.busy',
    'The workspace kept changing while it was copied, and nothing of it was kept: stop what works on it, and copy again.',
  );
}

/** What a copy that is kept has come to. */
export interface Sound {
  readonly events: number;
  readonly links: number;
  readonly head: string;
}

/** Looks at the whole copy before it is kept; the source's end has to be part of it. */
export async function demandSoundCopy(
  target: CopyTarget,
  workspace: string,
  sourceEnd: string,
): Promise<Sound> {
  const verdict = await verifyAudit(target.reader, workspace, sourceEnd);
  if (!verdict.ok) {
    stop(
      'workspace.copy-unsound',
      'The copy does not verify, and nothing of it was kept: run "cux audit verify" on the source, and copy again.',
    );
  }
  const { events, links, head } = verdict;
  return { events, links, head };
}
