/** Cuts a stream of bytes into lines, none of which may be longer than the bound. */
export class LineReader {
  readonly #maximum: number;
  #parts: Uint8Array[] = [];
  #size = 0;

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /** The lines that these bytes complete, without their ends; null once a line is longer than the bound. */
  push(bytes: Uint8Array): readonly Uint8Array[] | null {
    const lines: Uint8Array[] = [];
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      if (!this.#keep(bytes.subarray(from, end))) return null;
      lines.push(Buffer.concat(this.#parts));
      this.#parts = [];
      this.#size = 0;
      from = end + 1;
    }
    return this.#keep(bytes.subarray(from)) ? lines : null;
  }

  #keep(part: Uint8Array): boolean {
    this.#size += part.byteLength;
    if (this.#size > this.#maximum) return false;
    if (part.byteLength > 0) this.#parts.push(part);
    return true;
  }
}
