/** How far a proof goes: `short` is what every test run does, `long` what is run on purpose. */
export type Scale = 'short' | 'long';

/** What one proof came to; a row of the table. */
export interface ProofResult {
  /** What was done, with its size: `500 seeds × 200 operations`. */
  readonly runs: string;
  /** How often each kind of fault was put in. */
  readonly faults: Readonly<Record<string, number>>;
  /** One line for each broken law; empty is what is promised. */
  readonly violations: readonly string[];
  /** Why it was not run here, where it was not. */
  readonly notRun?: string;
}

export interface Proof {
  /** The name to ask for it by. */
  readonly name: string;
  run(scale: Scale): Promise<ProofResult>;
}
