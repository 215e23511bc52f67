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
    if (bytes.length !== keyBytes) throw keyInvalid();
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
 * Throws a `VaultFault` (`key_invalid`), which does not echo the text.
 */
export function parseVaultKey(text: string): VaultKey {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return new VaultKey(Buffer.from(trimmed, 'hex'));
  if (/^[\w+/-]{43}=?$/.test(trimmed)) return new VaultKey(Buffer.from(trimmed, 'base64'));
  throw keyInvalid();
}

function keyInvalid(): VaultFault {
  return new VaultFault(
    'key_invalid',
    'The vault key is not 32 bytes in base64 or hexadecimal; make one with `openssl rand -base64 32`.',
  );
}
