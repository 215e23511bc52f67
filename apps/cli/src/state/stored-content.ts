import { type Content, contentSchema } from '@cux/content-ops';
import { contentName } from '@cux/runtime';
import type { OpenState } from './open-state.ts';

/** What an item is to publish; null when the vault does not have it, or has something else under its name. */
export async function storedContent(
  { vault }: Pick<OpenState, 'vault'>,
  workspace: string,
  recordId: string,
): Promise<Content | null> {
  const bytes = await vault.getNamed(contentName(workspace, recordId));
  if (bytes === null) return null;
  try {
    const content = contentSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return content.success ? content.data : null;
  } catch {
    return null;
  }
}
