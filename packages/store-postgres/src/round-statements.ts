import { createHash } from 'node:crypto';
import type { ChainLink } from '@cux/kernel';
import { sql } from 'kysely';
import { placeOf, type Standing, type Waiting, type Writes } from './decide-round.ts';
import type { Connection, Statement } from './lane.ts';
import type { Queries } from './queries.ts';

/** A place for a list of the values of one column; the list itself is given when the statement is sent. */
function list(type: 'text' | 'bigint') {
  return sql`${null}::${sql.raw(type)}[]`;
}

function lists(...types: readonly ('text' | 'bigint')[]) {
  return sql.join(types.map(list));
}

/**
 * The lock that serialises a workspace, among all processes that use the schema: 63 bits of a digest. Two workspaces
 * that share one would only wait for each other.
 */
export function lockKey(schema: string, workspace: string): string {
  const digest = createHash('sha256').update(`cux/workspace\0${schema}\0${workspace}`).digest();
  return String(digest.readBigUInt64BE() >> 1n);
}

/**
 * Takes the locks of workspaces, for the transaction. Always in the same order, so that two rounds never wait for each
 * other. Answers the server's present word on durability.
 */
export function lockStatement(
  queries: Queries,
  workspaces: readonly string[],
): Statement<{ readonly synchronous_commit: string }> {
  const keys = [...new Set(workspaces.map((name) => lockKey(queries.schema, name)))];
  const inOrder = keys.sort((left, right) => (BigInt(left) < BigInt(right) ? -1 : 1));
  const statement = queries.once(
    'lock',
    () => sql<{ synchronous_commit: string }>`
      select current_setting('synchronous_commit') as synchronous_commit
      from (select count(pg_advisory_xact_lock(key)) from unnest(${list('bigint')}) as given(key)) as taken`,
  );
  return { ...statement, values: [inOrder] };
}

/** Reads, in one go, all that the batches of a round compare with. To be sent behind the locks. */
export async function readStanding(
  queries: Queries,
  connection: Connection,
  round: readonly Waiting[],
): Promise<Standing> {
  const workspaces = [...new Set(round.map(({ batch }) => batch.workspace))];
  const answers = round.map(({ batch: { workspace, answer } }) => ({ workspace, ...answer }));
  const rows = round.flatMap(({ batch: { workspace, expectations } }) =>
    expectations.map((each) => ({ workspace, ...each })),
  );
  const toTheLetter = rows.filter((each) => each.body !== undefined);
  const [heads, taken, revisions, bodies] = await Promise.all([
    connection.send({ ...headsOf(queries), values: [workspaces] }),
    connection.send({ ...takenOf(queries), values: columnsOf(answers, ['workspace', 'scope', 'key']) }),
    connection.send({ ...revisionsOf(queries), values: columnsOf(rows, ['workspace', 'kind', 'id']) }),
    readBodies(queries, connection, toTheLetter),
  ]);
  return {
    heads: new Map(heads.map((row) => [row.workspace, { link: linkOf(row), highest: row.highest ?? 0 }])),
    answers: new Map(taken.map((each) => [placeOf(each.workspace, each.scope, each.key), each.written_by])),
    revisions: new Map(revisions.map((each) => [placeOf(each.workspace, each.kind, each.id), each.revision])),
    bodies,
  };
}

/** The bodies of the rows that a batch expects to the letter; most rounds have none. */
async function readBodies(
  { once, table }: Queries,
  connection: Connection,
  rows: readonly { readonly workspace: string; readonly kind: string; readonly id: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (rows.length === 0) return new Map();
  const statement = once(
    'bodies',
    () => sql<{ workspace: string; kind: string; id: string; body: string }>`
      select kept.workspace, kept.kind, kept.id, kept.body
      from unnest(${lists('text', 'text', 'text')}) as given(workspace, kind, id)
      join ${table('row')} as kept using (workspace, kind, id)`,
  );
  const found = await connection.send({ ...statement, values: columnsOf(rows, ['workspace', 'kind', 'id']) });
  return new Map(found.map((each) => [placeOf(each.workspace, each.kind, each.id), each.body]));
}

function headsOf({ once, table }: Queries): Statement<HeadRow> {
  return once(
    'heads',
    () => sql<HeadRow>`
      select given.workspace, highest, batch, first_sequence, last_sequence, previous_hash, hash
      from unnest(${list('text')}) as given(workspace)
      left join ${table('workspace_time')} as time on time.workspace = given.workspace
      left join lateral (
        select * from ${table('link')} as link
        where link.workspace = given.workspace order by batch desc limit 1
      ) as last on true`,
  );
}

function takenOf({ once, table }: Queries) {
  return once(
    'taken',
    () => sql<{ workspace: string; scope: string; key: string; written_by: string }>`
      select kept.workspace, kept.scope, kept.key, kept.written_by
      from unnest(${lists('text', 'text', 'text')}) as given(workspace, scope, key)
      join ${table('answer')} as kept using (workspace, scope, key)`,
  );
}

function revisionsOf({ once, table }: Queries) {
  return once(
    'revisions',
    () => sql<{ workspace: string; kind: string; id: string; revision: number }>`
      select kept.workspace, kept.kind, kept.id, kept.revision
      from unnest(${lists('text', 'text', 'text')}) as given(workspace, kind, id)
      join ${table('row')} as kept using (workspace, kind, id)`,
  );
}

type HeadRow = { workspace: string; highest: number | null } & (ChainLink | { batch: null });

function linkOf(row: HeadRow): ChainLink | null {
  if (row.batch === null) return null;
  const { batch, first_sequence, last_sequence, previous_hash, hash } = row;
  return { batch, first_sequence, last_sequence, previous_hash, hash };
}

const rowColumns = [
  'workspace',
  'kind',
  'id',
  'revision',
  'state',
  'parent_id',
  'subject_digest',
  'body',
] as const;
const eventColumns = ['workspace', 'sequence', 'batch', 'kind', 'body'] as const;
const linkColumns = [
  'workspace',
  'batch',
  'first_sequence',
  'last_sequence',
  'previous_hash',
  'hash',
] as const;
const answerColumns = ['workspace', 'scope', 'key', 'command_digest', 'answer', 'written_by'] as const;
const timeColumns = ['workspace', 'highest'] as const;

/** Writes everything of a round in one statement. */
export function writeStatement(queries: Queries, writes: Writes): Statement<unknown> {
  return {
    ...writingOf(queries),
    values: [
      ...columnsOf(writes.rows, rowColumns),
      ...columnsOf(writes.events, eventColumns),
      ...columnsOf(writes.links, linkColumns),
      ...columnsOf(writes.answers, answerColumns),
      ...columnsOf(writes.times, timeColumns),
    ],
  };
}

/** The values of each column, in the order of the columns: what `unnest` makes rows of again. */
function columnsOf<Row>(rows: readonly Row[], columns: readonly (keyof Row)[]): readonly unknown[] {
  return columns.map((column) => rows.map((row) => row[column]));
}

function writingOf({ once, table }: Queries): Statement<unknown> {
  return once(
    'writing',
    () => sql`
    with written_rows as (
      insert into ${table('row')} as kept (${named(rowColumns)})
      select * from unnest(${lists('text', 'text', 'text', 'bigint', 'text', 'text', 'text', 'text')})
      on conflict (workspace, kind, id) do update set
        revision = excluded.revision, state = excluded.state, parent_id = excluded.parent_id,
        subject_digest = excluded.subject_digest, body = excluded.body
    ), written_events as (
      insert into ${table('event')} (${named(eventColumns)})
      select * from unnest(${lists('text', 'bigint', 'bigint', 'text', 'text')})
    ), written_links as (
      insert into ${table('link')} (${named(linkColumns)})
      select * from unnest(${lists('text', 'bigint', 'bigint', 'bigint', 'text', 'text')})
    ), written_answers as (
      insert into ${table('answer')} (${named(answerColumns)})
      select * from unnest(${lists('text', 'text', 'text', 'text', 'text', 'text')})
    )
    insert into ${table('workspace_time')} as kept (${named(timeColumns)})
    select * from unnest(${lists('text', 'bigint')})
    on conflict (workspace) do update set highest = greatest(kept.highest, excluded.highest)`,
  );
}

function named(columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.id(column)));
}
