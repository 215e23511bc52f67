import type { Vault } from '@cux/vault';
import { contentName } from './content-name.ts';

/** What an item is to publish, field by field. */
export type ItemContent = Readonly<Record<string, string>>;

/** Keeps what an item of a workspace is to publish, in the vault; the content before it is gone. */
export async function keepContent(
  vault: Vault,
  workspace: string,
  recordId: string,
  content: ItemContent,
): Promise<void> {
  await vault.putNamed(contentName(workspace, recordId), new TextEncoder().encode(JSON.stringify(content)));
}

/** What an item is to publish; null when the vault does not have it, or has something else under its name. */
export async function storedContent(
  vault: Vault,
  workspace: string,
  recordId: string,
): Promise<ItemContent | null> {
  const bytes = await vault.getNamed(contentName(workspace, recordId));
  return bytes === null ? null : contentOf(new TextDecoder().decode(bytes));
}

/**
 * The content port of a capability, read from the vault.
 *
 * @param missing what to throw for an item whose content is gone
 */
export function contentSource(
  vault: Vault,
  workspace: string,
  missing: () => Error,
): { read(recordId: string): Promise<ItemContent> } {
  return {
    read: async (recordId) => {
      const content = await storedContent(vault, workspace, recordId);
      if (content === null) throw missing();
      return content;
    },
  };
}

function contentOf(text: string): ItemContent | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const fields = Object.entries(value);
    return fields.every((field): field is [string, string] => typeof field[1] === 'string')
      ? Object.fromEntries(fields)
      : null;
  } catch {
    return null;
  }
}
