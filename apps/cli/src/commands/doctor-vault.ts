import { existsSync } from 'node:fs';
import type { DoctorLine } from '@cux/provider-sdk';
import { contentName, neededInVault } from '@cux/runtime';
import { VaultFault } from '@cux/vault';
import type { OpenState } from '../state/open-state.ts';

const check = 'vault';

/**
 * Whether what unfinished work rests on can be read: the key opens the vault, and every content, plan and evidence that is
 * still needed is as it was kept. A state that has kept nothing yet has no vault, and none is made by looking.
 */
export async function vaultLine(state: OpenState): Promise<DoctorLine> {
  const made = existsSync(state.location.vault);
  try {
    if (made) await state.openVault();
    const { lost, damaged } = await look(state, made);
    if (lost + damaged > 0) {
      const message = `unfinished work rests on what is not here any more (gone: ${lost}, unreadable: ${damaged}): restore the vault folder of the state, and the file of its key, from a backup.`;
      return { check, ok: false, message };
    }
    const message = made
      ? 'opens, and everything that unfinished work rests on is there.'
      : 'nothing is kept yet.';
    return { check, ok: true, message };
  } catch (error) {
    if (!VaultFault.isInstance(error)) throw error;
    return { check, ok: false, message: error.message };
  }
}

interface Looked {
  readonly lost: number;
  readonly damaged: number;
}

/** Of items the content has to be there; what was seen may have been kept nowhere, and a session not be signed in. */
async function look({ kernel, workspaces, vault }: OpenState, made: boolean): Promise<Looked> {
  const found = { lost: 0, damaged: 0 };
  const count = async (read: () => Promise<Uint8Array | null>, mustBeThere: boolean): Promise<void> => {
    try {
      const bytes = made ? await read() : null;
      if (bytes === null && mustBeThere) found.lost += 1;
    } catch (error) {
      if (!VaultFault.isInstance(error)) throw error;
      found.damaged += 1;
    }
  };
  for (const workspace of workspaces) {
    const { records, names, digests } = await neededInVault(kernel, workspace);
    for (const { record_id } of records) {
      await count(() => vault.getNamed(contentName(workspace, record_id)), true);
    }
    for (const name of names) await count(() => vault.getNamed(name), false);
    for (const digest of digests) await count(() => vault.get(digest), false);
  }
  return found;
}
