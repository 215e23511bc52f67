import type { ChainLink, StoreReader } from '../ports/store.ts';
import { pageSize } from './broken.ts';

/** The newest link of a workspace; null where there is none. */
export async function lastLink(store: StoreReader, workspace: string): Promise<ChainLink | null> {
  for (let last: ChainLink | null = null; ; ) {
    const links: readonly ChainLink[] = await store.links(workspace, last?.batch ?? 0, pageSize);
    if (links.length === 0) return last;
    last = links.at(-1) ?? last;
  }
}
