import type { ContentSource } from '@cux/content-ops';
import { contentSource } from '@cux/runtime';
import type { Vault } from '@cux/vault';
import { CliFault } from '../cli-fault.ts';

const gone =
  'The content of an item is gone from the vault; restore a backup, or give it anew with "cux content revise".';

/** The content port that the capability reads through. */
export function contentFromVault(vault: Vault, workspace: string): ContentSource {
  return contentSource(vault, workspace, () => new CliFault('not_found', gone));
}
