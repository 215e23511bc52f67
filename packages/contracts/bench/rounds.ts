/** What one candidate took, in microseconds: the medians over all rounds. */
export interface Timing {
  readonly name: string;
  readonly median: number;
  /** The 99th percentile. */
  readonly tail: number;
}

const at = (share: number, numbers: readonly number[]): number =>
  [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length * share)] ?? Number.NaN;

/**
 * Measures every candidate in turn, several rounds over, and takes the median of the rounds. Runs during which another
 * program was given the processor do not count, so that a busy machine tells nearly the same as a quiet one.
 */
export function timeInRounds(
  candidates: Readonly<Record<string, () => unknown>>,
  rounds = 9,
  runs = 2_000,
): readonly Timing[] {
  const entries = Object.entries(candidates);
  const medians = new Map<string, number[]>(entries.map(([name]) => [name, []]));
  const tails = new Map<string, number[]>(entries.map(([name]) => [name, []]));
  for (const [, run] of entries) undisturbed(run, runs);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of entries) {
      const times = undisturbed(run, runs);
      medians.get(name)?.push(at(0.5, times));
      tails.get(name)?.push(at(0.99, times));
    }
  }
  return entries.map(([name]) => ({
    name,
    median: at(0.5, medians.get(name) ?? []),
    tail: at(0.5, tails.get(name) ?? []),
  }));
}

/** Times of single runs in microseconds, without those in which the process had to leave the processor to another. */
function undisturbed(run: () => unknown, runs: number): readonly number[] {
  const times: number[] = [];
  for (let count = 0; count < runs; count += 1) {
    const switches = process.resourceUsage().involuntaryContextSwitches;
    const from = performance.now();
    run();
    const time = performance.now() - from;
    if (process.resourceUsage().involuntaryContextSwitches === switches) times.push(time * 1_000);
  }
  return times;
}
