/** A source of characters that is the same in every run. */
export class Letters {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** An integer from 0 up to `limit`, without it. */
  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  of(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet.charAt(this.below(alphabet.length))).join('');
  }

  hex(length: number): string {
    return this.of('0123456789abcdef', length);
  }

  lower(length: number): string {
    return this.of('abcdefghijklmnopqrstuvwxyz0123456789', length);
  }

  upper(length: number): string {
    return this.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', length);
  }

  mixed(length: number): string {
    return this.of('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', length);
  }

  base64url(length: number): string {
    return this.of('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', length);
  }
}
