import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { evidenceFileName } from '@cux/content-ops';
import type { AttentionItem, Digest } from '@cux/contracts';
import { makeFolder, VaultFault } from '@cux/vault';
import type { OpenState } from './open-state.ts';

type Evidence = AttentionItem['evidence'][number];

/**
 * Copies evidence out of the vault to where a viewer opens it by its ending, as far as the state folder can be written.
 * Answers what to tell of each digest: the copy's path, or that there is nothing to open any more.
 */
export async function evidenceFiles(
  state: OpenState,
  evidence: readonly Evidence[],
): Promise<(digest: Digest) => string> {
  const told = new Map<Digest, string>();
  for (const each of evidence) told.set(each.digest, await copyOut(state, each));
  return (digest) => told.get(digest) ?? digest;
}

async function copyOut({ seen }: OpenState, evidence: Evidence): Promise<string> {
  const { digest } = evidence;
  const bytes = await seen.vault.get(digest).catch(unlessKeyless);
  if (bytes === null) return `${digest} (cannot be read from the vault any more)`;
  if (seen.folder === null) return `${digest} (no copy may be made: nothing that is seen is kept here)`;
  const folder = join(seen.folder, 'evidence');
  const path = join(folder, evidenceFileName(evidence, bytes));
  try {
    makeFolder(folder);
    await writeFile(path, bytes, { mode: 0o600 });
    return path;
  } catch {
    return `${digest} (no copy can be written into this state folder)`;
  }
}

/** What is wrong with the key is no matter of one piece of evidence. */
function unlessKeyless(error: unknown): null {
  if (VaultFault.isInstance(error) && error.code.startsWith('key_')) throw error;
  return null;
}
