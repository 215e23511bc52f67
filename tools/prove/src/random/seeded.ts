/** Chance that can be repeated: everything that a proof leaves to chance comes from one of these. */
export interface Chance {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** A whole number from 0 (inclusive) to `below` (exclusive; at least 1). */
  below(below: number): number;
  /** True once in 1 / `probability` times. */
  happens(probability: number): boolean;
  /** One of the values; undefined when there is none. */
  pick<Value>(values: readonly Value[]): Value | undefined;
}

/** Chance from a seed (mulberry32): the same seed gives the same sequence on every machine. */
export function seededChance(seed: number): Chance {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    happens: (probability) => next() < probability,
    pick: (values) => values[below(values.length)],
  };
}
