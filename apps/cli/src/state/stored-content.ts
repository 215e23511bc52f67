import { type Content, contentSchema } from '@cux/content-ops';
import type { OpenState } from './open-state.ts';

/** The vault's name of what an item is to publish. */
export const contentName = (recordId: string): string => `content/${recordId}`;

/** What an item is to publish; null when the vault does not have it, or has something else under its name. */
export async function storedContent(
  { vault }: Pick<OpenState, 'vault'>,
  recordId: string,
): Promise<Content | null> {
  const bytes = await vault.getNamed(contentName(recordId));
  if (bytes === null) return null;
  try {
    const content = contentSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return content.success ? content.data : null;
  } catch {
    return null;
  }
}
