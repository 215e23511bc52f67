import type {
  AnswerPlace,
  ChainLink,
  KeptAnswer,
  Row,
  RowKind,
  StoredAnswer,
  StoredEvent,
  StoreReader,
} from '@cux/kernel';
import type { Connection } from './connection.ts';
import { query, type Statement, statement } from './statement.ts';
import type { Tables } from './tables.ts';

export type Filter = NonNullable<Parameters<StoreReader['list']>[2]>;

/** Every read of the store port, by its name, with its arguments after the connection. */
export const reads = {
  get: (connection: Connection, workspace: string, kind: RowKind, id: string): Row | null =>
    connection.first(oneRow, { workspace, kind, id }) ?? null,
  list: (connection: Connection, workspace: string, kind: RowKind, filter: Filter = {}): readonly Row[] =>
    listRows(connection, workspace, kind, filter),
  answer: (connection: Connection, workspace: string, scope: string, key: string): StoredAnswer | null =>
    connection.first(oneAnswer, { workspace, scope, key }) ?? null,
  answers: (
    connection: Connection,
    workspace: string,
    after: AnswerPlace | null,
    limit: number,
  ): readonly KeptAnswer[] =>
    after === null
      ? connection.all(firstAnswers, { workspace, limit })
      : connection.all(laterAnswers, { workspace, limit, ...after }),
  highestTime: (connection: Connection, workspace: string): number => highestTime(connection, workspace),
  events: (connection: Connection, workspace: string, after: number, limit: number): readonly StoredEvent[] =>
    connection.all(laterEvents, { workspace, after, limit }),
  links: (connection: Connection, workspace: string, after: number, limit: number): readonly ChainLink[] =>
    connection.all(laterLinks, { workspace, after, limit }),
  workspaces: (connection: Connection): readonly string[] => workspacesOf(connection),
  /** Whether every page, cell and index entry is where the engine expects it. Reads the whole file. */
  intact: (connection: Connection): boolean =>
    (connection.calls.first('pragma integrity_check(1)', []) as { integrity_check?: string } | undefined)
      ?.integrity_check === 'ok',
} as const;

export type ReadName = keyof typeof reads;

/** The highest time ever committed in a workspace; 0 when there is none. */
export function highestTime(connection: Connection, workspace: string): number {
  return connection.first(timeOf, { workspace })?.highest ?? 0;
}

export function lastLink(connection: Connection, workspace: string): ChainLink | null {
  return connection.first(newestLink, { workspace }) ?? null;
}

const rowColumns = ['kind', 'id', 'revision', 'state', 'parent_id', 'subject_digest', 'body'] as const;
const linkColumns = ['batch', 'first_sequence', 'last_sequence', 'previous_hash', 'hash'] as const;
const answerColumns = ['scope', 'key', 'command_digest', 'answer'] as const;

type InWorkspace = { readonly workspace: string };
type Page = InWorkspace & { readonly after: number; readonly limit: number };

/** A stored row as the kernel declares it: the kinds that stand in the table are the ones that it wrote. */
type RowStatement<Values> = Statement<Values, Row>;

const oneRow = statement<InWorkspace & { readonly kind: RowKind; readonly id: string }>((value) =>
  query
    .selectFrom('row')
    .select(rowColumns)
    .where('workspace', '=', value('workspace'))
    .where('kind', '=', value('kind'))
    .where('id', '=', value('id')),
) as RowStatement<InWorkspace & { readonly kind: RowKind; readonly id: string }>;

const oneAnswer = statement<InWorkspace & AnswerPlace, StoredAnswer>((value) =>
  query
    .selectFrom('answer')
    .select(['command_digest', 'answer'])
    .where('workspace', '=', value('workspace'))
    .where('scope', '=', value('scope'))
    .where('key', '=', value('key')),
);

const firstAnswers = statement<InWorkspace & { readonly limit: number }, KeptAnswer>((value) =>
  query
    .selectFrom('answer')
    .select(answerColumns)
    .where('workspace', '=', value('workspace'))
    .orderBy('scope')
    .orderBy('key')
    .limit(value('limit')),
);

const laterAnswers = statement<InWorkspace & AnswerPlace & { readonly limit: number }, KeptAnswer>((value) =>
  query
    .selectFrom('answer')
    .select(answerColumns)
    .where('workspace', '=', value('workspace'))
    .where(({ eb, and, or }) =>
      or([
        eb('scope', '>', value('scope')),
        and([eb('scope', '=', value('scope')), eb('key', '>', value('key'))]),
      ]),
    )
    .orderBy('scope')
    .orderBy('key')
    .limit(value('limit')),
);

const timeOf = statement<InWorkspace, { highest: number }>((value) =>
  query.selectFrom('workspace_time').select('highest').where('workspace', '=', value('workspace')),
);

const laterEvents = statement<Page, StoredEvent>((value) =>
  query
    .selectFrom('event')
    .select(['sequence', 'batch', 'kind', 'body'])
    .where('workspace', '=', value('workspace'))
    .where('sequence', '>', value('after'))
    .orderBy('sequence')
    .limit(value('limit')),
);

const laterLinks = statement<Page, ChainLink>((value) =>
  query
    .selectFrom('link')
    .select(linkColumns)
    .where('workspace', '=', value('workspace'))
    .where('batch', '>', value('after'))
    .orderBy('batch')
    .limit(value('limit')),
);

const newestLink = statement<InWorkspace, ChainLink>((value) =>
  query
    .selectFrom('link')
    .select(linkColumns)
    .where('workspace', '=', value('workspace'))
    .orderBy('batch', 'desc')
    .limit(1),
);

type ListValues = Readonly<Record<string, string>>;

/** One statement for each shape of filter: which parts it has, and how many states. */
const listStatements = new Map<string, RowStatement<ListValues>>();
const listStatementsKept = 100;

function listRows(connection: Connection, workspace: string, kind: RowKind, filter: Filter): readonly Row[] {
  const { states, parent_id, subject_digest } = filter;
  if (states?.length === 0) return [];
  const values: Record<string, string> = { workspace, kind };
  for (const [index, state] of (states ?? []).entries()) values[`state_${index}`] = state;
  if (parent_id !== undefined) values.parent_id = parent_id;
  if (subject_digest !== undefined) values.subject_digest = subject_digest;
  return connection.all(listStatement(Object.keys(values), states?.length ?? 0), values);
}

function listStatement(names: readonly string[], states: number): RowStatement<ListValues> {
  const shape = names.join(' ');
  const known = listStatements.get(shape);
  if (known !== undefined) return known;
  if (listStatements.size >= listStatementsKept) listStatements.clear();
  const made = statement<ListValues>((value) => {
    let rows = query
      .selectFrom('row')
      .select(rowColumns)
      .where('workspace', '=', slot(value, 'workspace'))
      .where('kind', '=', slot(value, 'kind'));
    if (states > 0) {
      const each = Array.from({ length: states }, (_, index) => slot(value, `state_${index}`));
      rows = rows.where('state', 'in', each);
    }
    if (names.includes('parent_id')) rows = rows.where('parent_id', '=', slot(value, 'parent_id'));
    if (names.includes('subject_digest')) {
      rows = rows.where('subject_digest', '=', slot(value, 'subject_digest'));
    }
    return rows.orderBy('id');
  }) as RowStatement<ListValues>;
  listStatements.set(shape, made);
  return made;
}

/** The place of a value that a list always has where it is asked for. */
function slot(value: (name: string) => string | undefined, name: string): string {
  return value(name) ?? '';
}

const workspaceTables = [
  'workspace_time',
  'link',
  'event',
  'row',
  'answer',
] as const satisfies readonly Exclude<keyof Tables, 'schema_migration'>[];

const nextWorkspace = workspaceTables.map((table) =>
  statement<{ readonly last: string }, InWorkspace>((value) =>
    query
      .selectFrom(table)
      .select('workspace')
      .where('workspace', '>', value('last'))
      .orderBy('workspace')
      .limit(1),
  ),
);

/** Every workspace that anything at all is kept of; found by as many steps as there are, whatever their size. */
function workspacesOf(connection: Connection): readonly string[] {
  const found = new Set<string>();
  for (const each of nextWorkspace) {
    for (let last = ''; ; ) {
      const next = connection.first(each, { last });
      if (next === undefined) break;
      last = next.workspace;
      found.add(last);
    }
  }
  return [...found].sort();
}
