/** The kinds of row that the kernel keeps. A row is its aggregate's state, as JSON. */
export const rowKinds = [
  'workspace',
  'goal',
  'quota',
  'todo',
  'attempt',
  'gate',
  'record',
  'evidence',
  'lock',
  'usage',
  'session',
  'session-event',
  'action',
  'profile',
  'profile-revision',
  'computer',
  'waking',
  'screen',
  'retention',
] as const;

export type RowKind = (typeof rowKinds)[number];

/** A stored row. `revision` guards it: a write names the revision it was decided on. */
export interface Row {
  readonly kind: RowKind;
  readonly id: string;
  readonly revision: number;
  /** The aggregate's state word, for queries. */
  readonly state: string;
  /** What it belongs to (a todo's goal, an attempt's todo, a gate's todo), for queries. */
  readonly parent_id: string | null;
  /** A gate's or attempt's subject digest, for queries. */
  readonly subject_digest: string | null;
  /** The aggregate as canonical JSON. */
  readonly body: string;
}

/** A kind and a state that rows are stored with, whatever this version makes of them, and the first id of such a row. */
export interface StoredKind {
  readonly kind: string;
  readonly state: string;
  readonly id: string;
}

/** One event before it is chained: noun-verb, ids, enums and salted digests; never content or observed text. */
export interface EventDraft {
  readonly kind: string;
  readonly body: string;
}

export interface StoredEvent extends EventDraft {
  readonly sequence: number;
  readonly batch: number;
}

/** One link of the workspace's chain: it covers all events of one commit batch. */
export interface ChainLink {
  readonly batch: number;
  readonly first_sequence: number;
  readonly last_sequence: number;
  readonly previous_hash: string;
  readonly hash: string;
}

export interface StoredAnswer {
  readonly command_digest: string;
  /** The answer, as canonical JSON, returned byte for byte. */
  readonly answer: string;
}

/** Where an answer is kept. */
export interface AnswerPlace {
  readonly scope: string;
  readonly key: string;
}

export interface KeptAnswer extends AnswerPlace, StoredAnswer {}

/** A row that a decision rests on, as it saw it. */
export interface Expectation {
  readonly kind: RowKind;
  readonly id: string;
  /** 0: absent. */
  readonly revision: number;
  /**
   * Given where the row came from a batch that was not answered yet. It has to be this one to the letter: another process
   * may have given the same revision to something else.
   */
  readonly body?: string;
}

/**
 * Everything one command changes, decided beforehand and applied whole or not at all. The store holds no rule:
 * it compares revisions, appends and writes.
 */
export interface CommitBatch {
  readonly workspace: string;
  /** Rows that the decision read. Any difference makes the batch stale. */
  readonly expectations: readonly Expectation[];
  readonly writes: readonly Row[];
  readonly events: readonly EventDraft[];
  readonly answer: {
    readonly scope: string;
    readonly key: string;
    readonly command_digest: string;
    readonly answer: string;
  };
  /** Milliseconds; the store keeps the highest it has ever seen. */
  readonly time: number;
  /**
   * The decision rests on something that ends then (an expiry, a lease). When the highest time ever stored or
   * `time` has reached it, the batch is stale. Null: it rests on none.
   */
  readonly valid_until: number | null;
}

export type CommitOutcome =
  | { readonly kind: 'committed' }
  /** A row moved since it was read: decide again. */
  | { readonly kind: 'stale' }
  /** Another command took the key meanwhile: look it up. */
  | { readonly kind: 'key-taken' };

/** Reads of one workspace; a query without a workspace does not exist. */
export interface StoreReader {
  get(workspace: string, kind: RowKind, id: string): Promise<Row | null>;
  /** Rows by id (code units): all of them, or at most `limit` of those after the given id, whether that is stored or not. */
  list(
    workspace: string,
    kind: RowKind,
    filter?: {
      readonly states?: readonly string[];
      readonly parent_id?: string;
      readonly subject_digest?: string;
      readonly after?: string;
      readonly limit?: number;
    },
  ): Promise<readonly Row[]>;
  /** Every pair of kind and state that is stored, by kind and then state: also those that nobody asks for. */
  kinds(workspace: string): Promise<readonly StoredKind[]>;
  answer(workspace: string, scope: string, key: string): Promise<StoredAnswer | null>;
  /** All answers, by scope and then key (code units), after the given one; from the first where `after` is null. */
  answers(workspace: string, after: AnswerPlace | null, limit: number): Promise<readonly KeptAnswer[]>;
  /** The highest time ever committed in this workspace; 0 when there is none. */
  highestTime(workspace: string): Promise<number>;
  events(workspace: string, afterSequence: number, limit: number): Promise<readonly StoredEvent[]>;
  links(workspace: string, afterBatch: number, limit: number): Promise<readonly ChainLink[]>;
  workspaces(): Promise<readonly string[]>;
  /**
   * The name that this store was given when it was made; it never changes, and no other store has it. (A file that is
   * copied byte for byte is the same store twice: nobody can tell the two apart.)
   */
  identity(): Promise<string>;
  /**
   * Whether what is stored is whole by the engine's own account, looked at from end to end: bytes that no reading of
   * events and rows meets, too. Takes as long as reading everything does. A store whose engine has no such look
   * leaves it out.
   */
  intact?(): Promise<boolean>;
}

/**
 * The port that a store implements. `commit` is atomic, durable when it answers, and serialises batches per
 * workspace; it computes the chain link with `chainLink` of this package, inside its transaction. Sequences and
 * batches count from 1 in each workspace. It checks the key first, then `valid_until`, then the expectations.
 */
export interface Store extends StoreReader {
  /** Batches are handed in before earlier ones are answered, and are stored in the order in which they came. */
  commit(batch: CommitBatch): Promise<CommitOutcome>;
  /**
   * How many decisions of one workspace are worth making at a time: 1 (which is what leaving it out means) where a read
   * is answered at once, more where each waits for a network.
   */
  readonly decisionsAtOnce?: number;
  /**
   * Another number whenever what was read or acknowledged before may not stand any more: a server that was lost and found
   * again may be another one. Whoever remembers rows forgets them then. Always the same one when left out.
   */
  incarnation?(): number;
  close(): Promise<void>;
}
