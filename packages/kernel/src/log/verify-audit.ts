import type { AuditVerdict } from '../kernel.ts';
import { KernelFault } from '../kernel-fault.ts';
import { type ChainLink, type Row, rowKinds, type StoredEvent, type StoreReader } from '../ports/store.ts';
import { fromRow } from '../state/rows.ts';
import { workspaceRowId } from '../state/workspace.ts';
import { type Claim, readHead } from './batch-head.ts';
import { type Broken, broken, pageSize } from './broken.ts';
import { checkHash, checkPlace, cutOff } from './check-link.ts';
import { rowDigest } from './salted-digest.ts';
import { type AnswerClaim, checkAnswers } from './verify-answers.ts';

/** How often the walk goes on because others write meanwhile. */
const roundsAtWork = 50;

interface Walk {
  events: number;
  links: number;
  last: ChainLink | null;
  headSeen: boolean;
  /** The highest time that the log speaks of. */
  time: number;
  readonly rows: Map<string, Claim>;
  /** By scope and key, neither of which holds a space. */
  readonly answers: Map<string, AnswerClaim>;
}

/**
 * Walks the whole log of a workspace: every link is computed again from its events, every event belongs to exactly one
 * link, and every row and answer is what the log says it was last. Anything changed, dropped, swapped or inserted is
 * found; that the newest links were cut off is found only against a `head` that was kept elsewhere.
 *
 * @param head a hash that an earlier verification answered; it has to be a link of this chain
 */
export async function verifyAudit(
  store: StoreReader,
  workspace: string,
  head?: string,
): Promise<AuditVerdict> {
  if ((await store.intact?.()) === false) {
    return broken(
      'audit.store-damaged',
      null,
      'The store itself is damaged, outside of what the log speaks of.',
    );
  }
  const walk: Walk = {
    events: 0,
    links: 0,
    last: null,
    headSeen: false,
    time: 0,
    rows: new Map(),
    answers: new Map(),
  };
  for (let round = 0; round < roundsAtWork; round += 1) {
    const torn = await walkOn(store, workspace, walk, head);
    if (torn !== null) return torn;
    const unseen = head !== undefined && !walk.headSeen ? cutOff() : null;
    const problem = unseen ?? (await checkRest(store, workspace, walk));
    if (problem === null) {
      return { ok: true, events: walk.events, links: walk.links, head: walk.last?.hash ?? '' };
    }
    // Another process may have written while the rows were read: then the log has grown, and is walked on.
    if ((await store.links(workspace, walk.last?.batch ?? 0, 1)).length === 0) return problem;
  }
  return broken(
    'audit.busy',
    null,
    'The workspace kept changing while it was read; verify when it is quiet.',
  );
}

async function walkOn(
  store: StoreReader,
  workspace: string,
  walk: Walk,
  head: string | undefined,
): Promise<Broken | null> {
  for (;;) {
    const links = await store.links(workspace, walk.last?.batch ?? 0, pageSize);
    if (links.length === 0) return null;
    for (const link of links) {
      const problem = await checkLink(store, workspace, walk, link);
      if (problem !== null) return problem;
      if (link.hash === head) walk.headSeen = true;
    }
  }
}

async function checkRest(store: StoreReader, workspace: string, walk: Walk): Promise<Broken | null> {
  const surplus = await store.events(workspace, walk.last?.last_sequence ?? 0, 1);
  if (surplus.length > 0)
    return broken('audit.event-without-link', null, 'An event stands outside every link.');
  const changed = await checkState(store, workspace, walk);
  if (changed !== null || (await store.highestTime(workspace)) === walk.time) return changed;
  return broken('audit.time-changed', null, 'The highest time that was kept is not the one in the log.');
}

async function checkLink(
  store: StoreReader,
  workspace: string,
  walk: Walk,
  link: ChainLink,
): Promise<Broken | null> {
  const misplaced = checkPlace(walk.last, link);
  if (misplaced !== null) return misplaced;
  const count = link.last_sequence - link.first_sequence + 1;
  const events = await store.events(workspace, walk.last?.last_sequence ?? 0, count);
  const problem = checkHash(workspace, walk.last, link, events);
  if (problem !== null) return problem;
  walk.last = link;
  walk.links += 1;
  walk.events += events.length;
  return collect(walk, events[0], link.batch);
}

/** The first event of a batch says which rows and which answer the batch wrote. */
function collect(walk: Walk, first: StoredEvent | undefined, batch: number): Broken | null {
  const body = first === undefined ? null : readHead(first.body);
  if (body === null)
    return broken('audit.batch-without-command', batch, 'The command of a batch cannot be read.');
  walk.time = Math.max(walk.time, body.time);
  for (const { kind, id, revision, digest } of body.rows)
    walk.rows.set(`${kind} ${id}`, { revision, digest });
  const { scope, key, answer_digest: answer, command_digest: command } = body;
  walk.answers.set(`${scope} ${key}`, { answer, command, batch });
  return null;
}

/** Every kind that is looked at: a row of another one would be seen by nobody. */
const known: ReadonlySet<string> = new Set(rowKinds);

async function checkState(store: StoreReader, workspace: string, walk: Walk): Promise<Broken | null> {
  const kinds = await store.kinds(workspace);
  if (kinds.some(({ kind }) => !known.has(kind))) {
    return broken('audit.unknown-kind', null, 'A row is of a kind that this version does not know.');
  }
  const own = await store.get(workspace, 'workspace', workspaceRowId);
  if (own === null) {
    return walk.links === 0 ? null : broken('audit.row-missing', null, "The workspace's own row is gone.");
  }
  const claims = new Map(walk.rows);
  const salt = readable(own) ? fromRow('workspace', own).salt : '';
  for (const kind of rowKinds) {
    for (const row of await store.list(workspace, kind)) {
      const key = `${kind} ${row.id}`;
      const claim = claims.get(key);
      claims.delete(key);
      if (claim?.revision !== row.revision || claim.digest !== rowDigest(salt, row)) {
        return broken('audit.row-changed', null, `A stored ${kind} is not what the log says it was last.`);
      }
    }
  }
  if (claims.size > 0) return broken('audit.row-missing', null, 'A row that the log speaks of is gone.');
  return await checkAnswers(store, workspace, walk.answers, salt);
}

function readable(row: Row): boolean {
  try {
    fromRow('workspace', row);
    return true;
  } catch (error) {
    if (KernelFault.isInstance(error)) return false;
    throw error;
  }
}
