/** 64 KiB: the size of a record, in UTF-16 code units at most. */
const recordSize = 65_536;

/** What each code unit of a text up to that size takes of the room, besides adding its own. */
const taken = 3.85;

/**
 * How much work one text, or all texts of one record, may cause. The unit is the work of reading one UTF-16 code unit of a
 * clean text; what costs more is paid for before it is done. What cannot be paid for is not screened but refused: so many
 * signs of secrets and encodings are no label and no sentence.
 *
 * A text of 64 KiB may cause about half as much work again as reading it, as it is counted: hostile ones of that length take at
 * most twice the time of clean ones. Shorter texts have more room, up to three and a half times 64 KiB, because a page in any script and
 * full of links is read in several ways. Beyond 64 KiB the room grows with the text, so that time stays linear.
 */
export class Budget {
  #left = 3.4 * recordSize;
  #read = 0;
  #isSpent = false;

  /** A text of this many UTF-16 code units is read, once. */
  grant(length: number): void {
    const within = Math.max(0, Math.min(length, recordSize - this.#read));
    this.#left += length - taken * within;
    this.#read += length;
  }

  /** Whether there is enough left for this much work, which is paid with that. Once there was not, there never is. */
  pays(work: number): boolean {
    this.#left -= work;
    if (this.#left < 0) this.#isSpent = true;
    return !this.#isSpent;
  }

  get isSpent(): boolean {
    return this.#isSpent;
  }
}

/** What things cost, in the unit of the budget; as they were measured, and rather too much. */
export const costs = {
  /** A text that was made out of the text is read, for each code unit of it. */
  view: 1.2,
  /** A text is turned around or rotated and then read, for each code unit. */
  turn: 1.7,
  /** A text is not in ASCII and takes two bytes a code unit, for each. */
  wide: 0.6,
  /** A pattern that begins with something rare is run over a text, for each code unit of it. */
  search: 0.06,
  /** A text is searched for what folding would change, for each code unit. */
  foldable: 0.45,
  /** A text is folded, for each code unit. */
  fold: 0.7,
  /** A run of letters and digits is decoded, for each code unit. */
  run: 0.5,
  /** A replacement in a text. */
  replacement: 40,
  /** What looks like the beginning of an anchor is compared with it. */
  compare: 0.9,
  /** An anchor was found. */
  anchor: 9,
  /** What follows an anchor is matched. */
  look: 13,
  /** What follows matched, and what stands before it and the value are looked at. */
  closeLook: 70,
  /** A name, as code joins it, is taken apart to see whether it names a decision. */
  name: 160,
  /** A text that looks like JSON is read as such, for each code unit. */
  embedded: 2,
  /** Each character that a pattern reads, or may read before it fails. */
  reach: 0.5,
  /** Each character that a pattern may read before it fails, but in few texts does. */
  nearReach: 0.12,
} as const;

/** How many code units some stretches of a text cover: each is where it starts and where it ends. */
export function coveredBy(stretches: readonly number[]): number {
  let covered = 0;
  for (let place = 0; place < stretches.length; place += 2) {
    covered += (stretches[place + 1] ?? 0) - (stretches[place] ?? 0);
  }
  return covered;
}
