/**
 * How far a proof goes: `share` is what the tests of this package play of it, `short` what `npm run prove` and continuous
 * integration do, `long` what is run on purpose.
 */
export type Scale = 'share' | 'short' | 'long';

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

/**
 * What was put in too seldom, as violations: a world in which nothing goes wrong proves nothing.
 *
 * @param least how often each of these has to have been put in
 */
export function missing(
  faults: Readonly<Record<string, number>>,
  least: Readonly<Record<string, number>>,
): readonly string[] {
  return Object.entries(least)
    .filter(([fault, count]) => (faults[fault] ?? 0) < count)
    .map(([fault, count]) => `${fault}: put in ${faults[fault] ?? 0} times, fewer than ${count}`);
}

export interface Proof {
  /** The name to ask for it by. */
  readonly name: string;
  run(scale: Scale): Promise<ProofResult>;
}
