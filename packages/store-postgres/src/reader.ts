import type {
  AnswerPlace,
  ChainLink,
  KeptAnswer,
  Row,
  StoredEvent,
  StoredKind,
  StoreReader,
} from '@cux/kernel';
import { sql } from 'kysely';
import type { Statement } from './lane.ts';
import { storeFault } from './map-fault.ts';
import type { Queries } from './queries.ts';
import { tableNames } from './tables.ts';

/** Runs one reading statement. */
export type Ask = <Row>(statement: Statement<Row>) => Promise<readonly Row[]>;

const rowColumns = ['kind', 'id', 'revision', 'state', 'parent_id', 'subject_digest', 'body'] as const;
const linkColumns = ['batch', 'first_sequence', 'last_sequence', 'previous_hash', 'hash'] as const;

/** The reads of a store, over whatever runs them: a lane, or a transaction that is not yet committed. */
export function readerOver(queries: Queries, ask: Ask): StoreReader {
  const { build, statement } = queries;
  const { one, answer, time } = pointReads(queries);
  return {
    get: async (workspace, kind, id) => (await ask(one(workspace, kind, id)))[0] ?? null,
    list: async (workspace, kind, filter = {}) =>
      (await ask(statement(listQuery(build, workspace, kind, filter)))) as readonly Row[],
    kinds: (workspace) =>
      ask<StoredKind>(
        statement(
          build
            .selectFrom('row')
            .select(({ fn }) => ['kind', 'state', fn.min('id').as('id')] as const)
            .where('workspace', '=', workspace)
            .groupBy(['kind', 'state'])
            .orderBy('kind')
            .orderBy('state'),
        ),
      ),
    answer: async (workspace, scope, key) => (await ask(answer(workspace, scope, key)))[0] ?? null,
    answers: (workspace, after, limit) => ask(statement(answersQuery(build, workspace, after, limit))),
    highestTime: async (workspace) => (await ask(time(workspace)))[0]?.highest ?? 0,
    events: (workspace, afterSequence, limit) =>
      ask<StoredEvent>(
        statement(
          build
            .selectFrom('event')
            .select(['sequence', 'batch', 'kind', 'body'])
            .where('workspace', '=', workspace)
            .where('sequence', '>', afterSequence)
            .orderBy('sequence')
            .limit(limit),
        ),
      ),
    links: (workspace, afterBatch, limit) =>
      ask<ChainLink>(
        statement(
          build
            .selectFrom('link')
            .select(linkColumns)
            .where('workspace', '=', workspace)
            .where('batch', '>', afterBatch)
            .orderBy('batch')
            .limit(limit),
        ),
      ),
    workspaces: async () =>
      (await ask(statement(workspacesQuery(queries)))).map((each) => each.workspace).sort(),
    identity: async () => {
      const [own, ...others] = await ask(statement(build.selectFrom('store').select('identity')));
      if (own === undefined || others.length > 0) throw storeFault('corrupt');
      return own.identity;
    },
  };
}

/** The reads that every command does are built once; their values come in the order of their conditions. */
function pointReads({ build, statement }: Queries) {
  const fixed =
    <Found>(built: Statement<Found>) =>
    (...values: readonly string[]): Statement<Found> => ({ ...built, values });
  const row = build
    .selectFrom('row')
    .select(rowColumns)
    .where('workspace', '=', '')
    .where('kind', '=', '')
    .where('id', '=', '')
    .$castTo<Row>();
  const answer = build
    .selectFrom('answer')
    .select(['command_digest', 'answer'])
    .where('workspace', '=', '')
    .where('scope', '=', '')
    .where('key', '=', '');
  const time = build.selectFrom('workspace_time').select('highest').where('workspace', '=', '');
  return { one: fixed(statement(row)), answer: fixed(statement(answer)), time: fixed(statement(time)) };
}

function listQuery(
  build: Queries['build'],
  workspace: string,
  kind: Row['kind'],
  filter: NonNullable<Parameters<StoreReader['list']>[2]>,
) {
  let rows = build
    .selectFrom('row')
    .select(rowColumns)
    .where('workspace', '=', workspace)
    .where('kind', '=', kind);
  // One value for all states, so that there is one statement whatever their number is.
  if (filter.states !== undefined)
    rows = rows.where(sql<boolean>`state = any(${[...filter.states]}::text[])`);
  if (filter.parent_id !== undefined) rows = rows.where('parent_id', '=', filter.parent_id);
  if (filter.subject_digest !== undefined) rows = rows.where('subject_digest', '=', filter.subject_digest);
  if (filter.after !== undefined) rows = rows.where('id', '>', filter.after);
  if (filter.limit !== undefined) rows = rows.limit(filter.limit);
  return rows.orderBy('id');
}

function answersQuery(build: Queries['build'], workspace: string, after: AnswerPlace | null, limit: number) {
  const all = build
    .selectFrom('answer')
    .select(['scope', 'key', 'command_digest', 'answer'])
    .where('workspace', '=', workspace)
    .orderBy('scope')
    .orderBy('key')
    .limit(limit)
    .$castTo<KeptAnswer>();
  if (after === null) return all;
  return all.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('scope', 'key'), '>', tuple(after.scope, after.key)),
  );
}

/** Every workspace that anything at all is kept of; found by as many steps as there are, whatever their size. */
function workspacesQuery({ table: named }: Queries) {
  const steps = tableNames.map((name) => {
    const table = named(name);
    return sql`(with recursive step as (
      (select workspace from ${table} order by workspace limit 1)
      union all
      select (select workspace from ${table} where workspace > step.workspace order by workspace limit 1)
      from step where step.workspace is not null
    ) select workspace from step where workspace is not null)`;
  });
  return sql<{ workspace: string }>`${sql.join(steps, sql` union `)}`;
}
