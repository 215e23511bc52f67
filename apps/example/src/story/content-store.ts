import type { ContentSource } from '@cux/content-ops';
import { contentName } from '@cux/runtime';
import type { Vault } from '@cux/vault';
import { z } from 'zod';
import { DemoFault } from './demo-fault.ts';
import { workspace } from './people.ts';

const storedSchema = z.record(z.string(), z.string());
const nameOf = (recordId: string): string => contentName(workspace, recordId);

/** Keeps what is to be published, in the vault. */
export async function keepContent(
  vault: Vault,
  recordId: string,
  content: Readonly<Record<string, string>>,
): Promise<void> {
  await vault.putNamed(nameOf(recordId), new TextEncoder().encode(JSON.stringify(content)));
}

/** What is to be published; null when the vault does not have it. */
export async function storedContent(
  vault: Vault,
  recordId: string,
): Promise<Readonly<Record<string, string>> | null> {
  const bytes = await vault.getNamed(nameOf(recordId));
  return bytes === null ? null : storedSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

/** The content port that the capability reads through. */
export function contentFromVault(vault: Vault): ContentSource {
  return {
    read: async (recordId) => {
      const content = await storedContent(vault, recordId);
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
