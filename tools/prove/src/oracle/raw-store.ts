/** A row as it lies in the table. */
export interface RawRow {
  readonly kind: string;
  readonly id: string;
  readonly revision: number;
  readonly state: string;
  readonly parent_id: string | null;
  readonly subject_digest: string | null;
  readonly body: string;
}

export interface RawEvent {
  readonly sequence: number;
  readonly batch: number;
  readonly kind: string;
  readonly body: string;
}

export interface RawLink {
  readonly batch: number;
  readonly first_sequence: number;
  readonly last_sequence: number;
  readonly previous_hash: string;
  readonly hash: string;
}

export interface RawAnswer {
  readonly scope: string;
  readonly key: string;
  readonly command_digest: string;
  readonly answer: string;
}

/** What the oracle looks at: the tables of one workspace, never the kernel's word. */
export interface RawStore {
  links(afterBatch: number): Promise<readonly RawLink[]>;
  events(afterSequence: number): Promise<readonly RawEvent[]>;
  row(kind: string, id: string): Promise<RawRow | null>;
  rows(): Promise<readonly RawRow[]>;
  answer(scope: string, key: string): Promise<RawAnswer | null>;
  answers(): Promise<readonly RawAnswer[]>;
  highestTime(): Promise<number>;
}
