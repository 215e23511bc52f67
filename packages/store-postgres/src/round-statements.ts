import { createHash } from 'node:crypto';
import type { ChainLink } from '@cux/kernel';
import { sql } from 'kysely';
import { placeOf, type Standing, type Waiting, type Writes } from './decide-round.ts';
import type { Connection, Statement } from './lane.ts';
import type { Queries } from './queries.ts';

/** A list of values of one column, as one value of a statement. */
function column(values: readonly unknown[], type: 'text' | 'bigint') {
  return sql`${values}::${sql.raw(type)}[]`;
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
  return queries.statement(sql<{ synchronous_commit: string }>`
    select current_setting('synchronous_commit') as synchronous_commit
    from (select count(pg_advisory_xact_lock(key)) from unnest(${column(inOrder, 'bigint')}) as given(key)) as taken`);
}

/** Reads, in one go, all that the batches of a round compare with. To be sent behind the locks. */
export async function readStanding(
  queries: Queries,
  connection: Connection,
  round: readonly Waiting[],
): Promise<Standing> {
  const { statement, table } = queries;
  const workspaces = [...new Set(round.map(({ batch }) => batch.workspace))];
  const answers = round.map(({ batch: { workspace, answer } }) => ({ workspace, ...answer }));
  const rows = round.flatMap(({ batch: { workspace, expectations } }) =>
    expectations.map((each) => ({ workspace, ...each })),
  );
  const [heads, taken, revisions, bodies] = await Promise.all([
    connection.send(
      statement(sql<HeadRow>`
        select given.workspace, highest, batch, first_sequence, last_sequence, previous_hash, hash
        from unnest(${column(workspaces, 'text')}) as given(workspace)
        left join ${table('workspace_time')} as time on time.workspace = given.workspace
        left join lateral (
          select * from ${table('link')} as link
          where link.workspace = given.workspace order by batch desc limit 1
        ) as last on true`),
    ),
    connection.send(
      statement(sql<{ workspace: string; scope: string; key: string; written_by: string }>`
        select kept.workspace, kept.scope, kept.key, kept.written_by
        from unnest(
          ${column(
            answers.map((each) => each.workspace),
            'text',
          )},
          ${column(
            answers.map((each) => each.scope),
            'text',
          )},
          ${column(
            answers.map((each) => each.key),
            'text',
          )}
        ) as given(workspace, scope, key)
        join ${table('answer')} as kept using (workspace, scope, key)`),
    ),
    connection.send(
      statement(sql<{ workspace: string; kind: string; id: string; revision: number }>`
        select kept.workspace, kept.kind, kept.id, kept.revision
        from unnest(
          ${column(
            rows.map((each) => each.workspace),
            'text',
          )},
          ${column(
            rows.map((each) => each.kind),
            'text',
          )},
          ${column(
            rows.map((each) => each.id),
            'text',
          )}
        ) as given(workspace, kind, id)
        join ${table('row')} as kept using (workspace, kind, id)`),
    ),
    readBodies(
      queries,
      connection,
      rows.filter((each) => each.body !== undefined),
    ),
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
  { statement, table }: Queries,
  connection: Connection,
  rows: readonly { readonly workspace: string; readonly kind: string; readonly id: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (rows.length === 0) return new Map();
  const workspaces = rows.map((each) => each.workspace);
  const kinds = rows.map((each) => each.kind);
  const ids = rows.map((each) => each.id);
  const found = await connection.send(
    statement(sql<{ workspace: string; kind: string; id: string; body: string }>`
      select kept.workspace, kept.kind, kept.id, kept.body
      from unnest(${column(workspaces, 'text')}, ${column(kinds, 'text')}, ${column(ids, 'text')})
        as given(workspace, kind, id)
      join ${table('row')} as kept using (workspace, kind, id)`),
  );
  return new Map(found.map((each) => [placeOf(each.workspace, each.kind, each.id), each.body]));
}

type HeadRow = { workspace: string; highest: number | null } & (ChainLink | { batch: null });

function linkOf(row: HeadRow): ChainLink | null {
  if (row.batch === null) return null;
  const { batch, first_sequence, last_sequence, previous_hash, hash } = row;
  return { batch, first_sequence, last_sequence, previous_hash, hash };
}

/** Writes everything of a round in one statement. */
export function writeStatement({ statement, table }: Queries, writes: Writes): Statement<unknown> {
  const { rows, events, links, answers, times } = writes;
  return statement(sql`
    with written_rows as (
      insert into ${table('row')} as kept
        (workspace, kind, id, revision, state, parent_id, subject_digest, body)
      select * from unnest(
        ${column(
          rows.map((each) => each.workspace),
          'text',
        )},
        ${column(
          rows.map((each) => each.kind),
          'text',
        )},
        ${column(
          rows.map((each) => each.id),
          'text',
        )},
        ${column(
          rows.map((each) => each.revision),
          'bigint',
        )},
        ${column(
          rows.map((each) => each.state),
          'text',
        )},
        ${column(
          rows.map((each) => each.parent_id),
          'text',
        )},
        ${column(
          rows.map((each) => each.subject_digest),
          'text',
        )},
        ${column(
          rows.map((each) => each.body),
          'text',
        )}
      )
      on conflict (workspace, kind, id) do update set
        revision = excluded.revision, state = excluded.state, parent_id = excluded.parent_id,
        subject_digest = excluded.subject_digest, body = excluded.body
    ), written_events as (
      insert into ${table('event')} (workspace, sequence, batch, kind, body)
      select * from unnest(
        ${column(
          events.map((each) => each.workspace),
          'text',
        )},
        ${column(
          events.map((each) => each.sequence),
          'bigint',
        )},
        ${column(
          events.map((each) => each.batch),
          'bigint',
        )},
        ${column(
          events.map((each) => each.kind),
          'text',
        )},
        ${column(
          events.map((each) => each.body),
          'text',
        )}
      )
    ), written_links as (
      insert into ${table('link')} (workspace, batch, first_sequence, last_sequence, previous_hash, hash)
      select * from unnest(
        ${column(
          links.map((each) => each.workspace),
          'text',
        )},
        ${column(
          links.map((each) => each.batch),
          'bigint',
        )},
        ${column(
          links.map((each) => each.first_sequence),
          'bigint',
        )},
        ${column(
          links.map((each) => each.last_sequence),
          'bigint',
        )},
        ${column(
          links.map((each) => each.previous_hash),
          'text',
        )},
        ${column(
          links.map((each) => each.hash),
          'text',
        )}
      )
    ), written_answers as (
      insert into ${table('answer')} (workspace, scope, key, command_digest, answer, written_by)
      select * from unnest(
        ${column(
          answers.map((each) => each.workspace),
          'text',
        )},
        ${column(
          answers.map((each) => each.scope),
          'text',
        )},
        ${column(
          answers.map((each) => each.key),
          'text',
        )},
        ${column(
          answers.map((each) => each.command_digest),
          'text',
        )},
        ${column(
          answers.map((each) => each.answer),
          'text',
        )},
        ${column(
          answers.map((each) => each.written_by),
          'text',
        )}
      )
    )
    insert into ${table('workspace_time')} as kept (workspace, highest)
    select * from unnest(
      ${column(
        times.map((each) => each.workspace),
        'text',
      )},
      ${column(
        times.map((each) => each.highest),
        'bigint',
      )}
    )
    on conflict (workspace) do update set highest = greatest(kept.highest, excluded.highest)`);
}
