import { type ChainLink, type CommitBatch, type CommitOutcome, chainLink } from '@cux/kernel';
import type { Connection } from './connection.ts';
import { lastLink as lastLinkOf, highestTime as timeOf } from './reads.ts';
import { query, statement } from './statement.ts';
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
  let begun = false;
  try {
    const outcomes = connection.immediately(() => {
      begun = true;
      return batches.map((batch) => commitBatch(connection, batch));
    });
    return outcomes.map((outcome) => ({ kind: 'answered', outcome }));
  } catch (error) {
    // Whoever could not even begin would wait just as long for each.
    if (batches.length === 1 || !begun) return batches.map(() => ({ kind: 'failed', error }));
    return batches.flatMap((batch) => commitGroup(connection, [batch]));
  }
}

/** Compared, then appended and written. */
function commitBatch(connection: Connection, batch: CommitBatch): CommitOutcome {
  const { workspace, answer } = batch;
  if (connection.first(takenKey, { workspace, ...answer }) !== undefined) return { kind: 'key-taken' };
  if (isStale(connection, batch)) return { kind: 'stale' };
  for (const row of batch.writes) connection.run(writeRow, { workspace, ...row });
  appendEvents(connection, batch);
  connection.run(insertAnswer, { workspace, ...answer });
  connection.run(raiseTime, { workspace, highest: batch.time });
  return { kind: 'committed' };
}

function isStale(
  connection: Connection,
  { workspace, valid_until, time, expectations }: CommitBatch,
): boolean {
  if (valid_until !== null && Math.max(timeOf(connection, workspace), time) >= valid_until) return true;
  return expectations.some(
    ({ kind, id, revision }) =>
      (connection.first(rowRevision, { workspace, kind, id })?.revision ?? 0) !== revision,
  );
}

function appendEvents(connection: Connection, { workspace, events }: CommitBatch): void {
  const link: ChainLink = chainLink(workspace, lastLinkOf(connection, workspace), events);
  for (const [index, { kind, body }] of events.entries()) {
    const sequence = link.first_sequence + index;
    connection.run(insertEvent, { workspace, sequence, batch: link.batch, kind, body });
  }
  connection.run(insertLink, { workspace, ...link });
}

const takenKey = statement<Pick<Tables['answer'], 'workspace' | 'scope' | 'key'>, { key: string }>((value) =>
  query
    .selectFrom('answer')
    .select('key')
    .where('workspace', '=', value('workspace'))
    .where('scope', '=', value('scope'))
    .where('key', '=', value('key')),
);

const rowRevision = statement<Pick<Tables['row'], 'workspace' | 'kind' | 'id'>, { revision: number }>(
  (value) =>
    query
      .selectFrom('row')
      .select('revision')
      .where('workspace', '=', value('workspace'))
      .where('kind', '=', value('kind'))
      .where('id', '=', value('id')),
);

const writeRow = statement<Tables['row']>((value) =>
  query
    .insertInto('row')
    .values({
      workspace: value('workspace'),
      kind: value('kind'),
      id: value('id'),
      revision: value('revision'),
      state: value('state'),
      parent_id: value('parent_id'),
      subject_digest: value('subject_digest'),
      body: value('body'),
    })
    .onConflict((conflict) =>
      conflict.columns(['workspace', 'kind', 'id']).doUpdateSet({
        revision: value('revision'),
        state: value('state'),
        parent_id: value('parent_id'),
        subject_digest: value('subject_digest'),
        body: value('body'),
      }),
    ),
);

const insertEvent = statement<Tables['event']>((value) =>
  query.insertInto('event').values({
    workspace: value('workspace'),
    sequence: value('sequence'),
    batch: value('batch'),
    kind: value('kind'),
    body: value('body'),
  }),
);

const insertLink = statement<Tables['link']>((value) =>
  query.insertInto('link').values({
    workspace: value('workspace'),
    batch: value('batch'),
    first_sequence: value('first_sequence'),
    last_sequence: value('last_sequence'),
    previous_hash: value('previous_hash'),
    hash: value('hash'),
  }),
);

const insertAnswer = statement<Tables['answer']>((value) =>
  query.insertInto('answer').values({
    workspace: value('workspace'),
    scope: value('scope'),
    key: value('key'),
    command_digest: value('command_digest'),
    answer: value('answer'),
  }),
);

const raiseTime = statement<Tables['workspace_time']>((value) =>
  query
    .insertInto('workspace_time')
    .values({ workspace: value('workspace'), highest: value('highest') })
    .onConflict((conflict) =>
      conflict
        .column('workspace')
        .doUpdateSet({ highest: value('highest') })
        .where('workspace_time.highest', '<', value('highest')),
    ),
);
