import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest } from '@cux/contracts';
import { systemClock } from '@cux/kernel';
import { contentName, neededInVault, withinItsDays } from '@cux/runtime';
import { answer, type Output } from '../output.ts';
import type { OpenState } from '../state/open-state.ts';

const dayMs = 86_400_000;

/**
 * Removes from the vault what was last kept longer ago than its workspace keeps it (or than the `given` days) and no unfinished
 * work rests on, and the copies of evidence that were made for viewers before then. What the kernel knows of it stays:
 * class, digest and size of evidence, and that it was there.
 */
export async function vaultSweep(state: OpenState, output: Output, given?: number): Promise<void> {
  const now = systemClock.now();
  const own = await Promise.all(state.allWorkspaces.map((each) => daysOf(state, each)));
  // Shared by all workspaces: those that keep longer name what is theirs.
  const days = given ?? (own.length === 0 ? 30 : Math.min(...own));
  const before = now - days * dayMs;
  const digests = new Set<Digest>();
  const names = new Set<string>();
  for (const workspace of state.allWorkspaces) {
    const needed = await neededInVault(state.kernel, workspace);
    for (const digest of needed.digests) digests.add(digest);
    for (const name of needed.names) names.add(name);
    for (const { record_id } of needed.records) names.add(contentName(workspace, record_id));
    const longer = given ?? (await daysOf(state, workspace));
    if (longer <= days) continue;
    const kept = await withinItsDays(state.kernel, workspace, now - longer * dayMs);
    for (const digest of kept.digests) digests.add(digest);
    for (const name of kept.names) names.add(name);
  }
  const report = await state.vault.sweep({ before, keep: { digests, names } });
  const copies = await removeCopies(join(state.location.folder, 'evidence'), before);
  answer(output, { ...report, removed_copies: copies, retention_days: days }, [
    `Removed ${report.removed_contents} contents, ${report.removed_names} names and ${copies} copies that are older than ${days} days.`,
    `${report.kept_contents} contents and ${report.kept_names} names stay.`,
    ...(report.damaged === 0
      ? []
      : [`${report.damaged} files cannot be read and stay: restore them from a backup.`]),
  ]);
}

/** A `zdr` workspace keeps nothing; what it kept before it was one goes after the usual days. */
async function daysOf({ kernel }: OpenState, workspace: string): Promise<number> {
  return (await kernel.retention(workspace)).days ?? 30;
}

async function removeCopies(folder: string, before: number): Promise<number> {
  let removed = 0;
  for (const entry of await readdir(folder).catch(() => [])) {
    const path = join(folder, entry);
    const found = await stat(path).catch(() => null);
    if (found === null || !found.isFile() || found.mtimeMs >= before) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
