import { type Digest, digestOfBytes } from '@cux/contracts';

/**
 * The vault's name for a file that plans of a workspace put into fields, by the digest of its bytes: a plan that names a
 * digest reaches no other workspace's files. Who keeps a file for an item keeps its name from being swept.
 */
export function attachmentName(workspace: string, digest: Digest): string {
  return `attachment/${digestOfBytes(new TextEncoder().encode(JSON.stringify([workspace, digest])))}`;
}
