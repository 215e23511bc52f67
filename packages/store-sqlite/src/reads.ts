import type {
  AnswerPlace,
  ChainLink,
  KeptAnswer,
  Row,
  RowKind,
  StoredAnswer,
  StoredEvent,
  StoredKind,
  StoreReader,
} from '@cux/kernel';
import type { Connection } from './connection.ts';
import { storeFault } from './map-fault.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

export type Filter = NonNullable<Parameters<StoreReader['list']>[2]>;

/** Every read of the store port, by its name, with its arguments after the connection. */
export const reads = {
  get: (connection: Connection, workspace: string, kind: RowKind, id: string): Row | null =>
    connection.first(oneRow, { workspace, kind, id }) ?? null,
  list: (connection: Connection, workspace: string, kind: RowKind, filter: Filter = {}): readonly Row[] =>
    listRows(connection, workspace, kind, filter),
  kinds: (connection: Connection, workspace: string): readonly StoredKind[] =>
    connection.all(storedKinds, { workspace }),
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
  identity: (connection: Connection): string => identityOf(connection),
  /** Whether every page, cell and index entry is where the engine expects it. Reads the whole file. */
  intact: (connection: Connection): boolean =>
    (connection.calls.first('pragma integrity_check(1)', []) as { integrity_check?: string } | undefined)
      ?.integrity_check === 'ok',
} as const;

export type ReadName = keyof typeof reads;

/** A read as the port has it: without the connection, and with a promise. */
export type ReadOf<Name extends ReadName> = (
  ...values: Tail<Parameters<(typeof reads)[Name]>>
) => Promise<ReturnType<(typeof reads)[Name]>>;

type Tail<All extends readonly unknown[]> = All extends readonly [unknown, ...infer Rest] ? Rest : never;

/** The highest time ever committed in a workspace; 0 when there is none. */
export function highestTime(connection: Connection, workspace: string): number {
  return connection.first(timeOf, { workspace })?.highest ?? 0;
}

export function lastLink(connection: Connection, workspace: string): ChainLink | null {
  return connection.first(newestLink, { workspace }) ?? null;
}

const rowColumns = 'kind, id, revision, state, parent_id, subject_digest, body';
const linkColumns = 'batch, first_sequence, last_sequence, previous_hash, hash';
const answerColumns = 'scope, key, command_digest, answer';

type InWorkspace = { readonly workspace: string };
type Limited = InWorkspace & { readonly limit: number };
type Page = Limited & { readonly after: number };

const oneRow = statement<InWorkspace & { readonly kind: string; readonly id: string }, Row>(
  `select ${rowColumns} from row where workspace = :workspace and kind = :kind and id = :id`,
);

const storedKinds = statement<InWorkspace, StoredKind>(
  `select kind, state, min(id) as id from row where workspace = :workspace group by kind, state order by kind, state`,
);

const oneAnswer = statement<InWorkspace & AnswerPlace, StoredAnswer>(
  `select command_digest, answer from answer where workspace = :workspace and scope = :scope and key = :key`,
);

const firstAnswers = statement<Limited, KeptAnswer>(
  `select ${answerColumns} from answer where workspace = :workspace order by scope, key limit :limit`,
);

const laterAnswers = statement<Limited & AnswerPlace, KeptAnswer>(
  `select ${answerColumns} from answer where workspace = :workspace and (scope, key) > (:scope, :key)
   order by scope, key limit :limit`,
);

const timeOf = statement<InWorkspace, { highest: number }>(
  `select highest from workspace_time where workspace = :workspace`,
);

const laterEvents = statement<Page, StoredEvent>(
  `select sequence, batch, kind, body from event where workspace = :workspace and sequence > :after
   order by sequence limit :limit`,
);

const laterLinks = statement<Page, ChainLink>(
  `select ${linkColumns} from link where workspace = :workspace and batch > :after order by batch limit :limit`,
);

const newestLink = statement<InWorkspace, ChainLink>(
  `select ${linkColumns} from link where workspace = :workspace order by batch desc limit 1`,
);

const ownIdentity = statement<object, Tables['store']>(`select identity from store`);

/** A store without a name, or with two, is none of ours. */
function identityOf(connection: Connection): string {
  const [own, ...others] = connection.all(ownIdentity, {});
  if (own === undefined || others.length > 0) throw storeFault('corrupt');
  return own.identity;
}

/** One statement for each shape of filter: which parts it has, and how many states. */
function listRows(connection: Connection, workspace: string, kind: RowKind, filter: Filter): readonly Row[] {
  const { states, parent_id, subject_digest, after, limit } = filter;
  if (states?.length === 0) return [];
  const values: Record<string, string | number> = { workspace, kind };
  const conditions = ['workspace = :workspace', 'kind = :kind'];
  if (states !== undefined) {
    for (const [index, state] of states.entries()) values[`state_${index}`] = state;
    conditions.push(`state in (${states.map((_, index) => `:state_${index}`).join(', ')})`);
  }
  if (parent_id !== undefined) {
    values.parent_id = parent_id;
    conditions.push('parent_id = :parent_id');
  }
  if (subject_digest !== undefined) {
    values.subject_digest = subject_digest;
    conditions.push('subject_digest = :subject_digest');
  }
  if (after !== undefined) {
    values.after = after;
    conditions.push('id > :after');
  }
  if (limit !== undefined) values.limit = limit;
  return connection.all(
    statement<Readonly<Record<string, string | number>>, Row>(
      `select ${rowColumns} from row where ${conditions.join(' and ')} order by id${limit === undefined ? '' : ' limit :limit'}`,
    ),
    values,
  );
}

const nextWorkspace = (['workspace_time', 'link', 'event', 'row', 'answer'] as const).map((table) =>
  statement<{ readonly last: string }, InWorkspace>(
    `select workspace from ${table} where workspace > :last order by workspace limit 1`,
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
