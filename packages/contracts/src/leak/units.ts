/** How much of a text is read by one call: see the survey. */
const pieceLength = 4_096;

/** Made at their first use: importing costs nothing of them. */
let utf16: InstanceType<typeof TextDecoder> | undefined;
let latin1: InstanceType<typeof TextDecoder> | undefined;

/** The UTF-16 code units of a text. */
export function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let from = 0; from < text.length; from += pieceLength) {
    fill(units, text, from, Math.min(from + pieceLength, text.length));
  }
  return units;
}

function fill(units: Uint16Array, text: string, from: number, to: number): void {
  for (let index = from; index < to; index += 1) units[index] = text.charCodeAt(index);
}

/** The text of code units; halves of pairs that came apart are replaced. */
export function textOfUnits(units: Uint16Array): string {
  let bits = 0;
  for (let from = 0; from < units.length; from += pieceLength)
    bits |= bitsOf(units, from, from + pieceLength);
  // A text in ASCII is kept at one byte a character, and everything reads it faster.
  if (bits < 0x80) {
    latin1 ??= new TextDecoder('latin1');
    return latin1.decode(Uint8Array.from(units));
  }
  utf16 ??= new TextDecoder('utf-16le', { ignoreBOM: true });
  return utf16.decode(units);
}

/** Every bit that some code unit has. */
function bitsOf(units: Uint16Array, from: number, to: number): number {
  let bits = 0;
  for (let index = from; index < to && index < units.length; index += 1) bits |= units[index] ?? 0;
  return bits;
}

/** A text that is put together code unit by code unit. */
export class UnitWriter {
  #units: Uint16Array;
  #length = 0;

  /** @param capacity how many code units are expected */
  constructor(capacity: number) {
    this.#units = new Uint16Array(capacity + 16);
  }

  push(unit: number): void {
    if (this.#length === this.#units.length) this.#grow();
    this.#units[this.#length] = unit;
    this.#length += 1;
  }

  write(text: string, from = 0, to = text.length): void {
    for (let index = from; index < to; index += 1) this.push(text.charCodeAt(index));
  }

  /**
   * Copies ASCII until something else comes.
   *
   * @returns where that stands
   */
  copyAscii(text: string, from: number, to: number): number {
    let index = from;
    for (; index < to; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit >= 0x80) return index;
      this.push(unit);
    }
    return index;
  }

  /** Takes back what was pushed after there were so many. */
  truncate(length: number): void {
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  text(): string {
    return textOfUnits(this.#units.subarray(0, this.#length));
  }

  #grow(): void {
    const units = new Uint16Array(this.#units.length * 2);
    units.set(this.#units);
    this.#units = units;
  }
}
