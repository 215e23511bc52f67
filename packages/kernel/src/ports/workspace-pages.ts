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

/** How many rows a piece holds at most. */
export const rowsInPage = 500;

/**
 * Everything that is kept of a workspace, but for its time: the log up to `end`, rows and answers as they are when they are
 * read. Where others write meanwhile, what came after `end` has to be caught up with.
 */
export async function* workspacePages(
  source: StoreReader,
  workspace: string,
  end: ChainLink,
): AsyncGenerator<WorkspacePage> {
  for (const kind of rowKinds) {
    const rows = await source.list(workspace, kind);
    for (let at = 0; at < rows.length; at += rowsInPage) {
      yield { kind: 'rows', rows: rows.slice(at, at + rowsInPage) };
    }
  }
  for (let last: KeptAnswer | undefined, first = true; first || last !== undefined; first = false) {
    const answers = await source.answers(workspace, last ?? null, rowsInPage);
    if (answers.length > 0) yield { kind: 'answers', answers };
    last = answers.at(-1);
  }
  yield* eventPages(source, workspace, 0, end.last_sequence);
  for (let batch = 0; batch < end.batch; ) {
    const links = await source.links(workspace, batch, Math.min(rowsInPage, end.batch - batch));
    if (links.length === 0) return;
    yield { kind: 'links', links };
    batch = links.at(-1)?.batch ?? end.batch;
  }
}

/** The events after one sequence, up to another. */
export async function* eventPages(
  source: StoreReader,
  workspace: string,
  after: number,
  upTo: number,
): AsyncGenerator<{ readonly kind: 'events'; readonly events: readonly StoredEvent[] }> {
  for (let sequence = after; sequence < upTo; ) {
    const events = await source.events(workspace, sequence, Math.min(rowsInPage, upTo - sequence));
    if (events.length === 0) return;
    yield { kind: 'events', events };
    sequence = events.at(-1)?.sequence ?? upTo;
  }
}
