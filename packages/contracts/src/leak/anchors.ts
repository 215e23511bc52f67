/** Some thousand anchors leave most of it empty, so that most places of a text cost one look. */
const tableSize = 65_536;
/** How much of a text is read by one call: see the survey. */
const pieceLength = 4_096;

const slotOf = (first: number, second: number, third: number): number =>
  ((first << 10) ^ (second << 5) ^ third ^ (first >> 6) ^ (third << 9)) & (tableSize - 1);

/** @returns whether it is enough */
type Found<Entry> = (entry: Entry, start: number, end: number) => boolean;

/** The anchors of one slot, in three arrays: this is read at every place of a text that looks like a beginning. */
interface Bucket<Entry> {
  /** The fourth code unit of each, which tells most of them apart; -1 when there is none. */
  readonly fourths: number[];
  /** The last code unit of each: in a run of one letter it is the last that differs. */
  readonly lasts: number[];
  readonly anchors: string[];
  readonly entries: Entry[][];
}

/**
 * Finds many literals in one pass: the first three characters of each are hashed into a table, and only where the
 * table has a bucket is anything compared (the first step of Wu and Manber's search). Linear in the text.
 */
export class AnchorIndex<Entry> {
  readonly #slots = new Int16Array(tableSize);
  readonly #buckets: Bucket<Entry>[] = [];
  /** Words of two characters, as Chinese and Korean have them, and which units they begin with. */
  readonly #pairs = new Map<string, Entry[]>();
  readonly #beginsPair = new Uint8Array(tableSize);
  #compared = 0;

  /** @param anchor in lower case, at least three UTF-16 code units; two when the first is not ASCII */
  add(anchor: string, entry: Entry): void {
    if (anchor.length < 3) {
      const entries = this.#pairs.get(anchor) ?? [];
      this.#pairs.set(anchor, [...entries, entry]);
      this.#beginsPair[anchor.charCodeAt(0)] = 1;
      return;
    }
    const slot = slotOf(anchor.charCodeAt(0), anchor.charCodeAt(1), anchor.charCodeAt(2));
    const bucket = this.#buckets[(this.#slots[slot] ?? 0) - 1] ?? this.#newBucket(slot);
    const place = bucket.anchors.indexOf(anchor);
    if (place === -1) {
      bucket.anchors.push(anchor);
      bucket.fourths.push(anchor.length > 3 ? anchor.charCodeAt(3) : -1);
      bucket.lasts.push(anchor.charCodeAt(anchor.length - 1));
      bucket.entries.push([entry]);
    } else if (bucket.entries[place]?.includes(entry) === false) bucket.entries[place]?.push(entry);
  }

  /**
   * Visits every anchor in a text of lower case letters, from left to right, until `found` says that it is enough.
   *
   * @param compared told after each piece of the text how often something looked like a beginning; says whether that is enough
   */
  visit(lower: string, found: Found<Entry>, compared: (times: number) => boolean): void {
    const last = lower.length - 2;
    this.#compared = 0;
    for (let from = 0; from < last; from += pieceLength) {
      if (this.#visitPiece(lower, from, Math.min(from + pieceLength, last), found)) return;
      if (this.#compared > 0 && compared(this.#takeCompared())) return;
    }
    if (last >= 0) this.#comparePair(lower, last, found);
  }

  #takeCompared(): number {
    const times = this.#compared;
    this.#compared = 0;
    return times;
  }

  /** The anchors that start from `from` up to `to`, where two more code units follow. */
  #visitPiece(lower: string, from: number, to: number, found: Found<Entry>): boolean {
    const slots = this.#slots;
    const pairs = this.#beginsPair;
    let first = lower.charCodeAt(from);
    let second = lower.charCodeAt(from + 1);
    for (let index = from; index < to; index += 1) {
      const third = lower.charCodeAt(index + 2);
      const bucket = slots[slotOf(first, second, third)] ?? 0;
      if (bucket !== 0 && this.#compare(lower, index, bucket - 1, found)) return true;
      if (pairs[first] === 1 && this.#comparePair(lower, index, found)) return true;
      first = second;
      second = third;
    }
    return false;
  }

  #comparePair(lower: string, start: number, found: Found<Entry>): boolean {
    const entries = this.#pairs.get(lower.slice(start, start + 2));
    return entries !== undefined && foundAny(entries, start, start + 2, found);
  }

  #compare(lower: string, start: number, bucket: number, found: Found<Entry>): boolean {
    this.#compared += 1;
    const { fourths, lasts, anchors, entries } = this.#buckets[bucket] as Bucket<Entry>;
    const next = start + 3 < lower.length ? lower.charCodeAt(start + 3) : -1;
    for (let row = 0; row < fourths.length; row += 1) {
      const fourth = fourths[row];
      if (fourth !== next && fourth !== -1) continue;
      const anchor = anchors[row] as string;
      const end = start + anchor.length;
      if (end > lower.length || lower.charCodeAt(end - 1) !== lasts[row]) continue;
      if (!lower.startsWith(anchor, start)) continue;
      if (foundAny(entries[row] as Entry[], start, end, found)) return true;
    }
    return false;
  }

  #newBucket(slot: number): Bucket<Entry> {
    const bucket: Bucket<Entry> = { fourths: [], lasts: [], anchors: [], entries: [] };
    this.#buckets.push(bucket);
    this.#slots[slot] = this.#buckets.length;
    return bucket;
  }
}

function foundAny<Entry>(
  entries: readonly Entry[],
  start: number,
  end: number,
  found: Found<Entry>,
): boolean {
  for (let index = 0; index < entries.length; index += 1) {
    if (found(entries[index] as Entry, start, end)) return true;
  }
  return false;
}
