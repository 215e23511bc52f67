import type { ContentSource } from '@cux/content-ops';
import { storedContent } from '@cux/runtime';
import type { Vault } from '@cux/vault';
import { DemoFault } from './demo-fault.ts';
import { workspace } from './people.ts';

/** The content port that the capability reads through. */
export function contentFromVault(vault: Vault): ContentSource {
  return {
    read: async (recordId) => {
      const content = await storedContent(vault, workspace, recordId);
      if (content === null) {
        throw new DemoFault(
          'state_unreadable',
          'The content of this item is gone from the vault: begin anew with --fresh.',
        );
      }
      return content;
    },
  };
}
