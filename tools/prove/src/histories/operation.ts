/** What a client of a concurrent history asks for. Few commands on few things, so that clients meet. */
export type Request =
  | {
      readonly kind: 'put-record';
      readonly record: string;
      readonly version: number;
      readonly content: string;
    }
  | { readonly kind: 'pause-goal'; readonly goal: string; readonly paused: boolean }
  | { readonly kind: 'create-todo'; readonly goal: string; readonly todo: string }
  | { readonly kind: 'cancel-todo'; readonly todo: string }
  | { readonly kind: 'read-record'; readonly record: string };

/** One operation as its client saw it. Times are of one clock for all processes of the machine, in nanoseconds. */
export interface Operation {
  readonly client: string;
  /** Scope and key of a command, as the log names it; null for a read. */
  readonly place: string | null;
  readonly request: Request;
  readonly asked: number;
  readonly answered: number;
  /** What came of it, in the words of the model. */
  readonly outcome: string;
}

/** How a history is played by one process. */
export interface Play {
  readonly clients: number;
  readonly operations: number;
  readonly seed: number;
  readonly process: string;
}
