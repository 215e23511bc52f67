import { createHmac, hkdfSync } from 'node:crypto';
import { VaultFault } from './vault-fault.ts';

const keyBytes = 32;
/** What Node prints an object by. */
const inspected = Symbol.for('nodejs.util.inspect.custom');

/** What an address stands for. Each has addresses of its own, so that a name never meets content. */
export type AddressKind = 'content' | 'name';

/**
 * The key of a file vault. It keeps the 32 bytes to itself: printing it, or putting it into JSON, shows nothing.
 * Everything that is used is derived from it by HKDF-SHA256, one derivation for each use.
 */
export class VaultKey {
  readonly #main: Uint8Array;
  readonly #addresses: Uint8Array;

  /** `bytes` are 32 bytes of a secure random source. Throws a `VaultFault` (`key_invalid`) for any other number. */
  constructor(bytes: Uint8Array) {
    if (bytes.length !== keyBytes) throw keyInvalid(`has ${bytes.length} bytes`);
    this.#main = Uint8Array.from(bytes);
    this.#addresses = this.#derive('cux/vault/address/1', new Uint8Array(0));
  }

  /** The key of one file, 32 bytes. `salt` is random and stands in the file, so no two files share a key. */
  fileKey(salt: Uint8Array): Uint8Array {
    return this.#derive('cux/vault/file/1', salt);
  }

  /** Where something is kept: 64 hexadecimal digits that say nothing of it to whoever does not have the key. */
  address(kind: AddressKind, of: string): string {
    return createHmac('sha256', this.#addresses).update(`${kind}\n${of}`).digest('hex');
  }

  toJSON(): string {
    return '[vault key]';
  }

  [inspected](): string {
    return '[vault key]';
  }

  #derive(purpose: string, salt: Uint8Array): Uint8Array {
    return new Uint8Array(hkdfSync('sha256', this.#main, salt, purpose, keyBytes));
  }
}

/**
 * Reads a key from text: 32 bytes as 64 hexadecimal digits or as base64 (both alphabets, with or without padding).
 * Throws a `VaultFault` (`key_invalid`), which says what is wrong with the text and does not echo it.
 */
export function parseVaultKey(text: string): VaultKey {
  const bytes = keyIn(text);
  if (typeof bytes === 'string') throw keyInvalid(bytes);
  return new VaultKey(bytes);
}

/** The bytes that the text holds, or in words what is wrong with it. */
export function keyIn(text: string): Uint8Array | string {
  const trimmed = text.trim();
  if (trimmed === '') return 'is empty';
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex');
  if (!/^[\w+/-]+={0,2}$/.test(trimmed)) return 'holds characters that are neither base64 nor hexadecimal';
  const bytes = Buffer.from(trimmed, 'base64');
  return bytes.length === keyBytes ? bytes : `has ${trimmed.length} characters`;
}

/**
 * The fault of a key that is none.
 *
 * @param problem after "The vault key …"
 * @param next what to do about it
 */
export function keyInvalid(
  problem: string,
  next = 'give the key that the vault was made with',
  where = '',
): VaultFault {
  return new VaultFault(
    'key_invalid',
    `The vault key${where} ${problem}, and 32 bytes are wanted (44 characters of base64, or 64 hexadecimal digits): ${next}.`,
  );
}
