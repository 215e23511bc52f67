import {
  type AnswerPlace,
  type ChainLink,
  type CommitBatch,
  type CopyPlace,
  type CopyTarget,
  chainLink,
  type MoveEnd,
  type Row,
  type RowKind,
  type Store,
  type StoredAnswer,
  type StoredEvent,
  type StoredKind,
  type StoreReader,
} from '../../src/index.ts';
import { moves } from '../../src/store-suite/index.ts';

interface Space {
  readonly rows: Map<string, Row>;
  readonly events: StoredEvent[];
  readonly links: ChainLink[];
  readonly answers: Map<string, StoredAnswer>;
  highest: number;
}

function emptySpace(): Space {
  return { rows: new Map(), events: [], links: [], answers: new Map(), highest: 0 };
}

/** What it holds are values that nobody changes, so that a copy shares them. */
function copySpace({ rows, events, links, answers, highest }: Space): Space {
  return {
    rows: new Map(rows),
    events: [...events],
    links: [...links],
    answers: new Map(answers),
    highest,
  };
}

/** A store that can be copied: what is done to the copy leaves the first one as it is. */
export interface MemoryStore extends Store {
  copy(): MemoryStore;
  /** To be told that rows were changed without their revisions. */
  tampered(): void;
  /** Its rows are in another store from now on, of this identity. */
  becomes(identity: string): void;
  /** As a place that a workspace can be copied to; a transaction that throws leaves nothing behind. */
  place(name: string): CopyPlace;
}

let incarnations = 0;

/** A copy is another store, also where it takes the place of the first one. */
function nextIncarnation(): number {
  incarnations += 1;
  return incarnations;
}

/** A store without durability, for tests of the kernel. It passes the same cases as the real ones. */
export function memoryStore(
  spaces: Map<string, Space> = new Map(),
  named: string = moves.storeId(1),
  ends: Map<string, MoveEnd> = new Map(),
): MemoryStore {
  let identity = named;
  const space = (name: string): Space => spaces.get(name) ?? emptySpace();
  let incarnation = nextIncarnation();

  return {
    incarnation: () => incarnation,
    identity: async () => identity,
    becomes: (another) => {
      identity = another;
      incarnation = nextIncarnation();
    },
    place: (name) => ({
      name,
      within: async (workspace, task) => {
        const within = new Map(spaces).set(workspace, copySpace(space(workspace)));
        if (!spaces.has(workspace)) within.delete(workspace);
        const ended = new Map(ends);
        const value = await task(targetOver(within, workspace, memoryStore(within, identity), ended));
        const kept = within.get(workspace);
        if (kept !== undefined) spaces.set(workspace, kept);
        for (const [move, end] of ended) ends.set(move, end);
        return value;
      },
    }),
    tampered: () => {
      incarnation = nextIncarnation();
    },
    async commit(batch) {
      const own = space(batch.workspace);
      const { scope, key, command_digest, answer } = batch.answer;
      if (own.answers.has(`${scope} ${key}`)) return { kind: 'key-taken' };
      if (isStale(own, batch)) return { kind: 'stale' };
      const link = chainLink(batch.workspace, own.links.at(-1) ?? null, batch.events);
      for (const row of batch.writes) own.rows.set(`${row.kind} ${row.id}`, row);
      for (const [index, event] of batch.events.entries()) {
        own.events.push({ ...event, sequence: link.first_sequence + index, batch: link.batch });
      }
      own.links.push(link);
      own.answers.set(`${scope} ${key}`, { command_digest, answer });
      own.highest = Math.max(own.highest, batch.time);
      spaces.set(batch.workspace, own);
      return { kind: 'committed' };
    },
    get: async (workspace, kind, id) => space(workspace).rows.get(`${kind} ${id}`) ?? null,
    list: async (workspace, kind, filter = {}) =>
      [...space(workspace).rows.values()]
        .filter((row) => matches(row, kind, filter))
        .sort((left, right) => (left.id < right.id ? -1 : 1))
        .slice(0, filter.limit),
    kinds: async (workspace) => {
      const found = new Map<string, StoredKind>();
      const rows = [...space(workspace).rows.values()].sort((left, right) => (left.id < right.id ? 1 : -1));
      for (const { kind, state, id } of rows) found.set(`${kind} ${state}`, { kind, state, id });
      return [...found.keys()].sort().flatMap((key) => found.get(key) ?? []);
    },
    answer: async (workspace, scope, key) => space(workspace).answers.get(`${scope} ${key}`) ?? null,
    answers: async (workspace, after, limit) =>
      [...space(workspace).answers]
        .map(([place, kept]) => {
          const [scope = '', key = ''] = place.split(' ');
          return { scope, key, ...kept };
        })
        .sort((left, right) => (isAfter(left, right) ? 1 : -1))
        .filter((each) => after === null || isAfter(each, after))
        .slice(0, limit),
    highestTime: async (workspace) => space(workspace).highest,
    events: async (workspace, after, limit) =>
      space(workspace)
        .events.filter((event) => event.sequence > after)
        .slice(0, limit),
    links: async (workspace, after, limit) =>
      space(workspace)
        .links.filter((link) => link.batch > after)
        .slice(0, limit),
    workspaces: async () => [...spaces.keys()].sort(),
    close: async () => undefined,
    copy: () => {
      const copies = [...spaces].map(([workspace, own]) => [workspace, copySpace(own)] as const);
      return memoryStore(new Map(copies), identity, new Map(ends));
    },
  };
}

function targetOver(
  spaces: Map<string, Space>,
  workspace: string,
  reader: StoreReader,
  ends: Map<string, MoveEnd>,
): CopyTarget {
  return {
    reader,
    put: async (page) => {
      const own = spaces.get(workspace) ?? emptySpace();
      spaces.set(workspace, own);
      if (page.kind === 'rows') for (const row of page.rows) own.rows.set(`${row.kind} ${row.id}`, row);
      if (page.kind === 'events') own.events.push(...page.events);
      if (page.kind === 'links') own.links.push(...page.links);
      if (page.kind === 'time') own.highest = Math.max(own.highest, page.highest);
      if (page.kind !== 'answers') return;
      for (const { scope, key, ...kept } of page.answers) {
        if (own.answers.has(`${scope} ${key}`)) throw new Error('an answer is kept twice');
        own.answers.set(`${scope} ${key}`, kept);
      }
    },
    moveEnd: async (moveId) => ends.get(moveId) ?? null,
    endMove: async (moveId, end) => {
      if (ends.has(moveId)) throw new Error('a move ends twice');
      ends.set(moveId, end);
    },
  };
}

function isAfter(left: AnswerPlace, right: AnswerPlace): boolean {
  return left.scope === right.scope ? left.key > right.key : left.scope > right.scope;
}

function isStale(own: Space, batch: CommitBatch): boolean {
  if (batch.valid_until !== null && Math.max(own.highest, batch.time) >= batch.valid_until) return true;
  return batch.expectations.some(({ kind, id, revision, body }) => {
    const row = own.rows.get(`${kind} ${id}`);
    return (row?.revision ?? 0) !== revision || (body !== undefined && row?.body !== body);
  });
}

function matches(row: Row, kind: RowKind, filter: NonNullable<Parameters<Store['list']>[2]>): boolean {
  return (
    row.kind === kind &&
    (filter.states === undefined || filter.states.includes(row.state)) &&
    (filter.parent_id === undefined || filter.parent_id === row.parent_id) &&
    (filter.subject_digest === undefined || filter.subject_digest === row.subject_digest) &&
    (filter.after === undefined || row.id > filter.after)
  );
}
