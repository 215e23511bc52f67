/** Some thousand anchors leave most of it empty, so that most places of a text cost one look. */
const tableSize = 65_536;

const slotOf = (first: number, second: number, third: number): number =>
  ((first << 10) ^ (second << 5) ^ third ^ (first >> 6) ^ (third << 9)) & (tableSize - 1);

/** @returns whether it is enough */
type Found<Entry> = (entry: Entry, start: number, end: number) => boolean;

interface Row<Entry> {
  readonly anchor: string;
  /** Its fourth code unit, which tells most anchors of one bucket apart; NaN when there is none. */
  readonly fourth: number;
  readonly entries: Entry[];
}

/**
 * Finds many literals in one pass: the first three characters of each are hashed into a table, and only where the
 * table has a row is anything compared (the first step of Wu and Manber's search). Linear in the text.
 */
export class AnchorIndex<Entry> {
  readonly #slots = new Int16Array(tableSize);
  readonly #buckets: Row<Entry>[][] = [];
  /** Words of two characters, as Chinese and Korean have them. */
  readonly #pairs = new Map<string, Entry[]>();

  /** @param anchor in lower case, at least three UTF-16 code units; two when the first is not ASCII */
  add(anchor: string, entry: Entry): void {
    if (anchor.length < 3) {
      const entries = this.#pairs.get(anchor) ?? [];
      this.#pairs.set(anchor, [...entries, entry]);
      return;
    }
    const slot = slotOf(anchor.charCodeAt(0), anchor.charCodeAt(1), anchor.charCodeAt(2));
    const bucket = this.#buckets[(this.#slots[slot] ?? 0) - 1] ?? this.#newBucket(slot);
    const row = bucket.find((each) => each.anchor === anchor);
    if (row === undefined) bucket.push({ anchor, fourth: anchor.charCodeAt(3), entries: [entry] });
    else if (!row.entries.includes(entry)) row.entries.push(entry);
  }

  /** Visits every anchor in a text of lower case letters, from left to right, until `found` says that it is enough. */
  visit(lower: string, found: Found<Entry>): void {
    const slots = this.#slots;
    let first = lower.charCodeAt(0);
    let second = lower.charCodeAt(1);
    for (let index = 2; index < lower.length; index += 1) {
      const third = lower.charCodeAt(index);
      const bucket = slots[slotOf(first, second, third)] ?? 0;
      if (bucket !== 0 && this.#compare(lower, index - 2, bucket - 1, found)) return;
      if (first > 0x7f && this.#comparePair(lower, index - 2, found)) return;
      first = second;
      second = third;
    }
    if (first > 0x7f) this.#comparePair(lower, lower.length - 2, found);
  }

  #comparePair(lower: string, start: number, found: Found<Entry>): boolean {
    const entries = this.#pairs.get(lower.slice(start, start + 2));
    return entries?.some((entry) => found(entry, start, start + 2)) === true;
  }

  #compare(lower: string, start: number, bucket: number, found: Found<Entry>): boolean {
    const next = lower.charCodeAt(start + 3);
    for (const { anchor, fourth, entries } of this.#buckets[bucket] ?? []) {
      if (fourth !== next && !Number.isNaN(fourth)) continue;
      if (!lower.startsWith(anchor, start)) continue;
      for (const entry of entries) if (found(entry, start, start + anchor.length)) return true;
    }
    return false;
  }

  #newBucket(slot: number): Row<Entry>[] {
    const bucket: Row<Entry>[] = [];
    this.#buckets.push(bucket);
    this.#slots[slot] = this.#buckets.length;
    return bucket;
  }
}
