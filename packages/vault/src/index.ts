// The port

// Its kinds
export { type FileVaultOptions, openFileVault } from './file-vault.ts';
// The key of the file kind
export { loadVaultKey, type VaultKeySource } from './load-vault-key.ts';
// Its folders, and those beside it
export { makeFolder } from './make-folder.ts';
export { openMemoryVault } from './memory-vault.ts';
export type { SweepOptions, SweepReport, Vault } from './vault.ts';
export { VaultFault } from './vault-fault.ts';
export { parseVaultKey, VaultKey } from './vault-key.ts';
