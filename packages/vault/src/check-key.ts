import { join } from 'node:path';
import { createDurably, readWhole } from './durable-file.ts';
import { seal, unseal } from './sealed-file.ts';
import { VaultFault } from './vault-fault.ts';
import type { VaultKey } from './vault-key.ts';

const address = 'key-check';

/** Whether the vault in this folder was opened before, with a key. */
export async function hasKey(directory: string): Promise<boolean> {
  return (await readWhole(join(directory, address))) !== null;
}

/** Makes sure that the whole vault has one key: the first one that it was opened with. */
export async function checkKey(directory: string, key: VaultKey): Promise<void> {
  const path = join(directory, address);
  if ((await readWhole(path)) === null) {
    await createDurably(path, seal(key, address, { bytes: new Uint8Array(0), keptAt: 0 }));
  }
  const sealed = await readWhole(path);
  if (sealed !== null && unseal(key, address, sealed) !== null) return;
  throw new VaultFault(
    'key_wrong',
    'The vault was made with another key; give the key that it was made with (CUX_VAULT_KEY, or its key file).',
  );
}
