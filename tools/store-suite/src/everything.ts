import { type Row, rowKinds, type Store } from '@cux/kernel';

/** Every row of a workspace. */
export async function rowsOf(store: Store, workspace: string): Promise<readonly Row[]> {
  return (await Promise.all(rowKinds.map((kind) => store.list(workspace, kind)))).flat();
}

/** Everything that a store keeps of one workspace. */
export async function everything(store: Store, workspace: string): Promise<unknown> {
  return {
    rows: await rowsOf(store, workspace),
    events: await store.events(workspace, 0, 10_000),
    links: await store.links(workspace, 0, 10_000),
    answers: await store.answers(workspace, null, 10_000),
    time: await store.highestTime(workspace),
  };
}
