import type { ContentSource } from '@cux/content-ops';
import { storedContent } from '@cux/runtime';
import type { Vault } from '@cux/vault';
import { CliFault } from '../cli-fault.ts';

/** The content port that the capability reads through. */
export function contentFromVault(vault: Vault, workspace: string): ContentSource {
  return {
    read: async (recordId) => {
      const content = await storedContent(vault, workspace, recordId);
      if (content !== null) return content;
      throw new CliFault(
        'not_found',
        'The content of an item is gone from the vault; restore a backup, or give it anew with "cux content revise".',
      );
    },
  };
}
