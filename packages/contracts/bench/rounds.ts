import { measure } from 'mitata';

/** What one candidate took, in microseconds: the medians over all rounds. */
export interface Timing {
  readonly name: string;
  readonly median: number;
  readonly tail: number;
}

const middle = (numbers: readonly number[]): number =>
  [...numbers].sort((left, right) => left - right)[numbers.length >> 1] ?? Number.NaN;

/**
 * Measures every candidate in turn, several rounds over, and takes the median of the rounds: whatever else the
 * machine does falls on all of them, so their ratios hold where the times alone would not.
 */
export async function timeInRounds(
  candidates: Readonly<Record<string, () => unknown>>,
  rounds = 7,
  leastNanoseconds = 60e6,
): Promise<readonly Timing[]> {
  const entries = Object.entries(candidates);
  const medians = new Map<string, number[]>(entries.map(([name]) => [name, []]));
  const tails = new Map<string, number[]>(entries.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of entries) {
      const { p50, p99 } = await measure(run, { min_cpu_time: leastNanoseconds });
      medians.get(name)?.push(p50 / 1_000);
      tails.get(name)?.push(p99 / 1_000);
    }
  }
  return entries.map(([name]) => ({
    name,
    median: middle(medians.get(name) ?? []),
    tail: middle(tails.get(name) ?? []),
  }));
}
