import type { CommitBatch, CommitOutcome } from '@cux/kernel';
import { chainLink } from '@cux/kernel/chain';
import type { Connection } from './connection.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

/** What became of one batch of a group: its own outcome, or its own error. */
export type GroupOutcome =
  | { readonly kind: 'answered'; readonly outcome: CommitOutcome }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Batches that waited together, in one transaction with one fsync, in their order: each is compared with what those
 * before it left, and anything but `committed` has written nothing. Where the transaction fails, each batch is tried
 * by itself, so that one that cannot be stored takes no other with it.
 */
export function commitGroup(
  connection: Connection,
  batches: readonly CommitBatch[],
): readonly GroupOutcome[] {
  const { known } = connection;
  let begun = false;
  try {
    const outcomes = connection.immediately(() => {
      begun = true;
      known.refresh(connection);
      const all = batches.map((batch) => commitBatch(connection, batch));
      known.settle(connection);
      return all;
    });
    return outcomes.map((outcome) => ({ kind: 'answered', outcome }));
  } catch (error) {
    known.forget();
    // Whoever could not even begin would wait just as long for each.
    if (batches.length === 1 || !begun) return batches.map(() => ({ kind: 'failed', error }));
    return batches.flatMap((batch) => commitGroup(connection, [batch]));
  }
}

/** Compared, then appended and written. */
function commitBatch(connection: Connection, batch: CommitBatch): CommitOutcome {
  const { known } = connection;
  const { workspace, answer } = batch;
  if (isStale(connection, batch)) {
    // A key that is taken comes before everything else.
    const taken = connection.first(takenKey, { workspace, ...answer }) !== undefined;
    return { kind: taken ? 'key-taken' : 'stale' };
  }
  if (connection.run(takeKey, { workspace, ...answer }) === 0) return { kind: 'key-taken' };
  for (const row of batch.writes) {
    connection.run(writeRow, { workspace, ...row });
    known.wrote(workspace, row);
  }
  appendEvents(connection, batch);
  const head = known.head(connection, workspace);
  if (head.time < batch.time) {
    connection.run(raiseTime, { workspace, highest: batch.time });
    head.time = batch.time;
  }
  return { kind: 'committed' };
}

function isStale(connection: Connection, batch: CommitBatch): boolean {
  const { workspace, valid_until, time, expectations } = batch;
  const { known } = connection;
  if (valid_until !== null && Math.max(known.head(connection, workspace).time, time) >= valid_until)
    return true;
  return !expectations.every((expected) => known.isAsExpected(connection, workspace, expected));
}

function appendEvents(connection: Connection, { workspace, events }: CommitBatch): void {
  const head = connection.known.head(connection, workspace);
  const link = chainLink(workspace, head.link, events);
  for (const [index, { kind, body }] of events.entries()) {
    const sequence = link.first_sequence + index;
    connection.run(insertEvent, { workspace, sequence, batch: link.batch, kind, body });
  }
  connection.run(insertLink, { workspace, ...link });
  head.link = link;
}

type Key = { readonly workspace: string; readonly scope: string; readonly key: string };

const takenKey = statement<Key, { key: string }>(
  `select key from answer where workspace = :workspace and scope = :scope and key = :key`,
);

export const writeRow = statement<Tables['row']>(
  `insert into row (workspace, kind, id, revision, state, parent_id, subject_digest, body)
   values (:workspace, :kind, :id, :revision, :state, :parent_id, :subject_digest, :body)
   on conflict (workspace, kind, id) do update set
     revision = excluded.revision, state = excluded.state, parent_id = excluded.parent_id,
     subject_digest = excluded.subject_digest, body = excluded.body`,
);

export const insertEvent = statement<Tables['event']>(
  `insert into event (workspace, sequence, batch, kind, body)
   values (:workspace, :sequence, :batch, :kind, :body)`,
);

export const insertLink = statement<Tables['link']>(
  `insert into link (workspace, batch, first_sequence, last_sequence, previous_hash, hash)
   values (:workspace, :batch, :first_sequence, :last_sequence, :previous_hash, :hash)`,
);

/** Writes nothing where the key is taken. */
const takeKey = statement<Tables['answer']>(
  `insert into answer (workspace, scope, key, command_digest, answer)
   values (:workspace, :scope, :key, :command_digest, :answer)
   on conflict (workspace, scope, key) do nothing`,
);

export const insertAnswer = statement<Tables['answer']>(
  `insert into answer (workspace, scope, key, command_digest, answer)
   values (:workspace, :scope, :key, :command_digest, :answer)`,
);

export const raiseTime = statement<Tables['workspace_time']>(
  `insert into workspace_time (workspace, highest) values (:workspace, :highest)
   on conflict (workspace) do update set highest = excluded.highest
   where workspace_time.highest < excluded.highest`,
);
