// The port

// Its kinds
export { openFileVault } from './file-vault.ts';
export { openMemoryVault } from './memory-vault.ts';
export type { Vault } from './vault.ts';
export { VaultFault } from './vault-fault.ts';
