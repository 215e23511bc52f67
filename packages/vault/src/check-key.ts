import { join } from 'node:path';
import { createDurably, readWhole } from './durable-file.ts';
import { seal, unseal } from './sealed-file.ts';
import type { SealedFolder } from './sealed-folder.ts';
import { VaultFault } from './vault-fault.ts';
import type { VaultKey } from './vault-key.ts';

const address = 'key-check';

/** Whether the vault in this folder was opened before, with a key. */
export async function hasKey(directory: string): Promise<boolean> {
  return (await readWhole(join(directory, address))) !== null;
}

/** Makes sure that the whole vault has one key: the first one that it was opened with. */
export async function checkKey(
  directory: string,
  key: VaultKey,
  folders: readonly SealedFolder[],
): Promise<void> {
  const path = join(directory, address);
  if ((await readWhole(path)) === null) {
    // A vault that has lost its check is held to what it holds.
    for (const folder of folders) await openAny(folder);
    await createDurably(path, seal(key, address, { bytes: new Uint8Array(0), keptAt: 0 }));
  }
  const sealed = await readWhole(path);
  if (sealed !== null && unseal(key, address, sealed) !== null) return;
  throw keyWrong();
}

/** Throws `key_wrong` when the folder holds files and none of the first ten opens. */
async function openAny(folder: SealedFolder): Promise<void> {
  const addresses = (await folder.addresses()).slice(0, 10);
  for (const at of addresses) if (await opens(folder, at)) return;
  if (addresses.length > 0) throw keyWrong();
}

async function opens(folder: SealedFolder, at: string): Promise<boolean> {
  try {
    return (await folder.read(at)) !== null;
  } catch {
    return false;
  }
}

function keyWrong(): VaultFault {
  return new VaultFault(
    'key_wrong',
    'The vault was made with another key; give the key that it was made with (CUX_VAULT_KEY, or its key file).',
  );
}
