/** What was measured of one thing: milliseconds, one for each round. */
export type Times = readonly number[];

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The median of the rounds' own ratios: what loads the machine in a round loads both. */
export function pairedRatio(of: Times, to: Times): number {
  return median(of.map((time, round) => time / (to[round] ?? Number.NaN)));
}

/** One thing to measure: `prepare` is not timed. */
export interface Measured {
  prepare?(round: number): Promise<void>;
  run(round: number): Promise<void>;
}

/** Milliseconds that nothing is asked of anybody before a thing is timed: what the one before it draws late is not in it. */
const rest = 80;

/**
 * Every thing once a round, each round starting with another one; the rounds of the warm-up are run and not counted.
 */
export async function measureInRounds<Name extends string>(
  things: Readonly<Record<Name, Measured>>,
  rounds: number,
  warmUp: number,
): Promise<Readonly<Record<Name, Times>>> {
  const names = Object.keys(things) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length] as Name;
      await things[name].prepare?.(round);
      await new Promise((done) => setTimeout(done, rest));
      const started = performance.now();
      await things[name].run(round);
      if (round >= warmUp) {
        times[name].push(performance.now() - started);
      }
    }
  }
  return times;
}
