import { type ChainLink, type CommitBatch, type CommitOutcome, chainLink } from '@cux/kernel';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** One batch, inside the caller's immediate transaction: compared, then appended and written. */
export async function applyBatch(
  connection: Kysely<Tables>,
  batch: CommitBatch,
): Promise<CommitOutcome['kind']> {
  const { workspace, answer } = batch;
  const taken = await connection
    .selectFrom('answer')
    .select('key')
    .where('workspace', '=', workspace)
    .where('scope', '=', answer.scope)
    .where('key', '=', answer.key)
    .executeTakeFirst();
  if (taken !== undefined) return 'key-taken';
  if (await isStale(connection, batch)) return 'stale';
  await writeRows(connection, batch);
  await appendEvents(connection, batch);
  await connection
    .insertInto('answer')
    .values({ workspace, ...answer })
    .execute();
  await connection
    .insertInto('workspace_time')
    .values({ workspace, highest: batch.time })
    .onConflict((conflict) =>
      conflict
        .column('workspace')
        .doUpdateSet({ highest: batch.time })
        .where('workspace_time.highest', '<', batch.time),
    )
    .execute();
  return 'committed';
}

async function isStale(connection: Kysely<Tables>, batch: CommitBatch): Promise<boolean> {
  const { workspace, valid_until } = batch;
  if (valid_until !== null) {
    const time = await connection
      .selectFrom('workspace_time')
      .select('highest')
      .where('workspace', '=', workspace)
      .executeTakeFirst();
    if (Math.max(time?.highest ?? 0, batch.time) >= valid_until) return true;
  }
  for (const { kind, id, revision } of batch.expectations) {
    const row = await connection
      .selectFrom('row')
      .select('revision')
      .where('workspace', '=', workspace)
      .where('kind', '=', kind)
      .where('id', '=', id)
      .executeTakeFirst();
    if ((row?.revision ?? 0) !== revision) return true;
  }
  return false;
}

async function writeRows(connection: Kysely<Tables>, batch: CommitBatch): Promise<void> {
  for (const row of batch.writes) {
    const { revision, state, parent_id, subject_digest, body } = row;
    await connection
      .insertInto('row')
      .values({ workspace: batch.workspace, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(['workspace', 'kind', 'id'])
          .doUpdateSet({ revision, state, parent_id, subject_digest, body }),
      )
      .execute();
  }
}

async function appendEvents(connection: Kysely<Tables>, batch: CommitBatch): Promise<void> {
  const { workspace } = batch;
  const previous = await lastLink(connection, workspace);
  const link = chainLink(workspace, previous, batch.events);
  await connection
    .insertInto('event')
    .values(
      batch.events.map(({ kind, body }, index) => ({
        workspace,
        sequence: link.first_sequence + index,
        batch: link.batch,
        kind,
        body,
      })),
    )
    .execute();
  await connection
    .insertInto('link')
    .values({ workspace, ...link })
    .execute();
}

async function lastLink(connection: Kysely<Tables>, workspace: string): Promise<ChainLink | null> {
  const link = await connection
    .selectFrom('link')
    .select(['batch', 'first_sequence', 'last_sequence', 'previous_hash', 'hash'])
    .where('workspace', '=', workspace)
    .orderBy('batch', 'desc')
    .limit(1)
    .executeTakeFirst();
  return link ?? null;
}
