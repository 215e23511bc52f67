import { type ChainLink, type CommitBatch, type CommitOutcome, chainLink } from '@cux/kernel';
import { type Connection, query } from './connection.ts';

/** One batch in one transaction: compared, then appended and written. Anything but `committed` has written nothing. */
export function commitBatch(connection: Connection, batch: CommitBatch): CommitOutcome {
  return connection.immediately(() => {
    const { workspace, answer } = batch;
    const taken = connection.first(
      query
        .selectFrom('answer')
        .select('key')
        .where('workspace', '=', workspace)
        .where('scope', '=', answer.scope)
        .where('key', '=', answer.key),
    );
    if (taken !== undefined) return { kind: 'key-taken' };
    if (isStale(connection, batch)) return { kind: 'stale' };
    writeRows(connection, batch);
    appendEvents(connection, batch);
    connection.run(query.insertInto('answer').values({ workspace, ...answer }));
    raiseTime(connection, batch);
    return { kind: 'committed' };
  });
}

function isStale(
  connection: Connection,
  { workspace, valid_until, time, expectations }: CommitBatch,
): boolean {
  if (valid_until !== null && Math.max(highestTime(connection, workspace), time) >= valid_until) return true;
  return expectations.some(({ kind, id, revision }) => {
    const row = connection.first(
      query
        .selectFrom('row')
        .select('revision')
        .where('workspace', '=', workspace)
        .where('kind', '=', kind)
        .where('id', '=', id),
    );
    return (row?.revision ?? 0) !== revision;
  });
}

function writeRows(connection: Connection, batch: CommitBatch): void {
  for (const row of batch.writes) {
    const { revision, state, parent_id, subject_digest, body } = row;
    connection.run(
      query
        .insertInto('row')
        .values({ workspace: batch.workspace, ...row })
        .onConflict((conflict) =>
          conflict
            .columns(['workspace', 'kind', 'id'])
            .doUpdateSet({ revision, state, parent_id, subject_digest, body }),
        ),
    );
  }
}

function appendEvents(connection: Connection, { workspace, events }: CommitBatch): void {
  const link = chainLink(workspace, lastLink(connection, workspace), events);
  for (const [index, { kind, body }] of events.entries()) {
    const sequence = link.first_sequence + index;
    connection.run(query.insertInto('event').values({ workspace, sequence, batch: link.batch, kind, body }));
  }
  connection.run(query.insertInto('link').values({ workspace, ...link }));
}

function lastLink(connection: Connection, workspace: string): ChainLink | null {
  const link = connection.first(
    query
      .selectFrom('link')
      .select(['batch', 'first_sequence', 'last_sequence', 'previous_hash', 'hash'])
      .where('workspace', '=', workspace)
      .orderBy('batch', 'desc')
      .limit(1),
  );
  return link ?? null;
}

function raiseTime(connection: Connection, { workspace, time }: CommitBatch): void {
  connection.run(
    query
      .insertInto('workspace_time')
      .values({ workspace, highest: time })
      .onConflict((conflict) =>
        conflict
          .column('workspace')
          .doUpdateSet({ highest: time })
          .where('workspace_time.highest', '<', time),
      ),
  );
}

/** The highest time ever committed in a workspace; 0 when there is none. */
export function highestTime(connection: Connection, workspace: string): number {
  const time = connection.first(
    query.selectFrom('workspace_time').select('highest').where('workspace', '=', workspace),
  );
  return time?.highest ?? 0;
}
