import { readHead } from '../log/batch-head.ts';
import type { CopyTarget } from '../ports/copy-target.ts';
import {
  type ChainLink,
  type KeptAnswer,
  type Row,
  rowKinds,
  type StoredEvent,
  type StoreReader,
} from '../ports/store.ts';
import { eventPages, rowsInPage } from '../ports/workspace-pages.ts';

/** How far a copy has come. */
export interface CaughtUp {
  /** The newest link that the copy has; null where it has none. */
  readonly last: ChainLink | null;
  /** Whether the source had nothing newer when it was asked last. */
  readonly level: boolean;
}

/**
 * Takes over what the log of the source has gained since a link: the log itself, and every row and answer that it says was
 * written, as they are now. Once it is level, the copy is the source as it was at that link.
 *
 * @param rounds after how many pages that were not full it gives up on a source that goes on being written
 */
export async function catchUp(
  source: StoreReader,
  target: CopyTarget,
  workspace: string,
  from: ChainLink | null,
  rounds: number,
): Promise<CaughtUp> {
  let last = from;
  for (let short = 0; short < rounds; ) {
    const links = await source.links(workspace, last?.batch ?? 0, rowsInPage);
    const end = links.at(-1);
    if (end === undefined) return { last, level: true };
    const heads = await takeLog(source, target, workspace, last, links, end);
    await takeWritten(source, target, workspace, heads);
    last = end;
    if (links.length < rowsInPage) short += 1;
  }
  return { last, level: false };
}

/** Answers the first event of each batch. */
async function takeLog(
  source: StoreReader,
  target: CopyTarget,
  workspace: string,
  last: ChainLink | null,
  links: readonly ChainLink[],
  end: ChainLink,
): Promise<readonly StoredEvent[]> {
  const firsts = new Set(links.map((link) => link.first_sequence));
  const heads: StoredEvent[] = [];
  for await (const page of eventPages(source, workspace, last?.last_sequence ?? 0, end.last_sequence)) {
    await target.put(page);
    heads.push(...page.events.filter(({ sequence }) => firsts.has(sequence)));
  }
  await target.put({ kind: 'links', links });
  return heads;
}

/** What the batches say that they wrote. One that cannot be read leaves a copy that does not verify. */
async function takeWritten(
  source: StoreReader,
  target: CopyTarget,
  workspace: string,
  heads: readonly StoredEvent[],
): Promise<void> {
  const rows = new Map<string, Row | null>();
  const answers: KeptAnswer[] = [];
  for (const { body } of heads) {
    const head = readHead(body);
    if (head === null) continue;
    for (const { kind: named, id } of head.rows) {
      const kind = rowKinds.find((each) => each === named);
      const place = `${named} ${id}`;
      if (kind !== undefined && !rows.has(place)) rows.set(place, await source.get(workspace, kind, id));
    }
    const { scope, key } = head;
    const known = await target.reader.answer(workspace, scope, key);
    const answer = known === null ? await source.answer(workspace, scope, key) : null;
    if (answer !== null) answers.push({ scope, key, ...answer });
  }
  await target.put({ kind: 'rows', rows: [...rows.values()].filter((row) => row !== null) });
  await target.put({ kind: 'answers', answers });
}
