import type { CopyPlace, Store } from '@cux/kernel';

/** One kind of store, as the suite sees it. */
export interface Engine {
  /** For the names of tests. */
  readonly name: string;
  /** A module that opens the place of its command line and works on it until it is killed; see `workUntilKilled`. */
  readonly worker: string;
  /** A place that holds nothing yet; it goes when the tests of the file are over. */
  place(): Promise<Place>;
}

/** Where one store is kept. */
export interface Place {
  /** How a worker is told of it. */
  readonly argument: string;
  /** Opens a store over it: a second one is a restart, or a second process. */
  open(): Promise<Store>;
  /** Opens a store over it to look at what it holds: by the same code, and as cheaply as can be. */
  look(): Promise<Store>;
  /** Another place that holds the same, until the next copy is made. */
  copy(): Promise<Place>;
  /** As a place that workspaces are copied to. */
  readonly target: CopyPlace;
  /** Runs statements of plain SQL on the tables, behind the kernel's back; tables are named without a schema. */
  change(statements: string): Promise<void>;
  /** The rows that one statement of plain SQL finds. */
  ask(statement: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}
