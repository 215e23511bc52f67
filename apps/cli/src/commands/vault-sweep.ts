import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest } from '@cux/contracts';
import { systemClock } from '@cux/kernel';
import { contentName, neededInVault } from '@cux/runtime';
import { answer, type Output } from '../output.ts';
import type { OpenState } from '../state/open-state.ts';

const dayMs = 86_400_000;

/**
 * Removes from the vault what was last kept more than `days` ago and no unfinished work rests on, and the copies of
 * evidence that were made for viewers before then. Looks at every workspace, since they share the vault.
 */
export async function vaultSweep(state: OpenState, output: Output, days: number): Promise<void> {
  const before = systemClock.now() - days * dayMs;
  const digests = new Set<Digest>();
  const names = new Set<string>();
  for (const workspace of state.allWorkspaces) {
    const needed = await neededInVault(state.kernel, workspace);
    for (const digest of needed.digests) digests.add(digest);
    for (const name of needed.names) names.add(name);
    for (const { record_id } of needed.records) names.add(contentName(workspace, record_id));
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
