import { digestOfBytes } from '@cux/contracts';

/** The vault's name for what an item of a workspace is to publish: one workspace never reads another's. */
export function contentName(workspace: string, recordId: string): string {
  return `content/${digestOfBytes(new TextEncoder().encode(JSON.stringify([workspace, recordId])))}`;
}
