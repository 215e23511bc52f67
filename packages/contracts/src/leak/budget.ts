/**
 * How much of one text, or of all texts of one record, is looked at closely. What asks for more is not screened but
 * refused: so many signs of secrets and encodings in so little text are no label and no sentence.
 *
 * The allowance grows with the text, so that time stays linear and a long honest text has room.
 */
export class Budget {
  #looks = 256;
  #characters = 16_384;

  /** Room for a text of this many UTF-16 code units. */
  grant(length: number): void {
    this.#looks += length >> 6;
    this.#characters += 2 * length;
  }

  /** A literal was found and what stands around it was matched; or an escape was decoded. */
  look(times = 1): void {
    this.#looks -= times;
  }

  /** A text was made out of the text, and is read as well. */
  read(length: number): void {
    this.#characters -= length;
  }

  get isSpent(): boolean {
    return this.#looks < 0 || this.#characters < 0;
  }
}
