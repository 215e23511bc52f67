import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadVaultKey, openFileVault } from '@cux/vault';

const folder = await mkdtemp(join(tmpdir(), 'vault-'));
const directory = join(folder, 'vault');
// Made at the first time; keep it apart from backups of the vault.
const key = await loadVaultKey({
  text: process.env.CUX_VAULT_KEY,
  file: join(folder, 'vault.key'),
  directory,
});
const vault = await openFileVault({ directory, key, clock: { now: () => Date.now() } });

const digest = await vault.put(Buffer.from('what was seen'));
console.log(Buffer.from((await vault.get(digest)) ?? []).toString()); // what was seen
await vault.putNamed('session/writer', Buffer.from('cookies'));
await vault.removeNamed('session/writer');
console.log(await vault.getNamed('session/writer')); // null
