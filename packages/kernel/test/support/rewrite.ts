import type { RowKind, Store } from '../../src/index.ts';
import type { Entities } from '../../src/state/entities.ts';
import { fromRow, toRow } from '../../src/state/rows.ts';
import type { Story } from '../../src/store-suite/index.ts';
import type { MemoryStore } from './memory-store.ts';

/** Rewrites one stored row, behind the kernel's back. The revision stays unless the patch says otherwise. */
export async function rewrite<Kind extends RowKind>(
  { story, store }: { readonly story: Story; readonly store: Store | MemoryStore },
  kind: Kind,
  id: string,
  patch: Partial<Entities[Kind]>,
): Promise<void> {
  const row = await store.get(story.workspace, kind, id);
  if (row === null) throw new Error('there is no such row to rewrite');
  await store.commit({
    workspace: story.workspace,
    expectations: [],
    writes: [toRow(kind, { ...fromRow(kind, row), ...patch })],
    events: [{ kind: 'command-accepted', body: '{"rows":[]}' }],
    answer: { scope: 'operator:tamperer', key: story.key(), command_digest: 'none', answer: '{}' },
    time: 0,
    valid_until: null,
  });
  if ('tampered' in store) store.tampered();
}
