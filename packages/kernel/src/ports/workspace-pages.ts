import {
  type ChainLink,
  type KeptAnswer,
  type Row,
  rowKinds,
  type StoredEvent,
  type StoreReader,
} from './store.ts';

/** A piece of a workspace, as it is kept. */
export type WorkspacePage =
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'events'; readonly events: readonly StoredEvent[] }
  | { readonly kind: 'links'; readonly links: readonly ChainLink[] }
  | { readonly kind: 'answers'; readonly answers: readonly KeptAnswer[] }
  | { readonly kind: 'time'; readonly highest: number };

const pageSize = 500;

/** Everything that is kept of a workspace, in pieces of no more than 500 rows; for a store that takes it over. */
export async function* workspacePages(source: StoreReader, workspace: string): AsyncGenerator<WorkspacePage> {
  for (const kind of rowKinds) {
    for (let last: Row | undefined, first = true; first || last !== undefined; first = false) {
      const after = last === undefined ? {} : { after: last.id };
      const rows = await source.list(workspace, kind, { ...after, limit: pageSize });
      if (rows.length > 0) yield { kind: 'rows', rows };
      last = rows.at(-1);
    }
  }
  for (let last: StoredEvent | undefined, first = true; first || last !== undefined; first = false) {
    const events = await source.events(workspace, last?.sequence ?? 0, pageSize);
    if (events.length > 0) yield { kind: 'events', events };
    last = events.at(-1);
  }
  for (let last: ChainLink | undefined, first = true; first || last !== undefined; first = false) {
    const links = await source.links(workspace, last?.batch ?? 0, pageSize);
    if (links.length > 0) yield { kind: 'links', links };
    last = links.at(-1);
  }
  for (let last: KeptAnswer | undefined, first = true; first || last !== undefined; first = false) {
    const answers = await source.answers(workspace, last ?? null, pageSize);
    if (answers.length > 0) yield { kind: 'answers', answers };
    last = answers.at(-1);
  }
  yield { kind: 'time', highest: await source.highestTime(workspace) };
}
