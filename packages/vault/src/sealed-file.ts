import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { VaultKey } from './vault-key.ts';

/*
 * A sealed file:
 *
 *   magic "CUXV" | version 1 (1 byte) | kept at (8 bytes, milliseconds, big-endian) | salt (16) | nonce (12)
 *   ciphertext | tag (16)
 *
 * AES-256-GCM under a key of its own (HKDF over the vault's key and the salt). What stands before the ciphertext and the
 * file's own address are authenticated with it, so a file that is moved to another's place does not open there.
 */
const algorithm = 'aes-256-gcm';
const magic = Buffer.from('CUXV\u0001', 'latin1');
const saltAt = magic.length + 8;
const nonceAt = saltAt + 16;
const headLength = nonceAt + 12;
const tagLength = 16;

/** What a sealed file holds. */
export interface Unsealed {
  readonly bytes: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly keptAt: number;
}

/** Seals bytes for the place that `address` names. */
export function seal(key: VaultKey, address: string, { bytes, keptAt }: Unsealed): Uint8Array {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(Math.max(0, Math.trunc(keptAt))));
  const head = Buffer.concat([magic, time, randomBytes(16 + 12)]);
  const cipher = createCipheriv(
    algorithm,
    key.fileKey(head.subarray(saltAt, nonceAt)),
    head.subarray(nonceAt),
  );
  cipher.setAAD(Buffer.concat([head, Buffer.from(address)]));
  return Buffer.concat([head, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Opens what was sealed for this place; null when it was not, was changed, or the key is another one. */
export function unseal(key: VaultKey, address: string, file: Uint8Array): Unsealed | null {
  const whole = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (whole.length < headLength + tagLength || !whole.subarray(0, magic.length).equals(magic)) return null;
  const head = whole.subarray(0, headLength);
  const end = whole.length - tagLength;
  const decipher = createDecipheriv(
    algorithm,
    key.fileKey(head.subarray(saltAt, nonceAt)),
    head.subarray(nonceAt),
  );
  decipher.setAAD(Buffer.concat([head, Buffer.from(address)]));
  decipher.setAuthTag(whole.subarray(end));
  try {
    const bytes = Buffer.concat([decipher.update(whole.subarray(headLength, end)), decipher.final()]);
    return { bytes: new Uint8Array(bytes), keptAt: keptAtOf(head) };
  } catch {
    return null;
  }
}

function keptAtOf(head: Buffer): number {
  return Number(head.readBigUInt64BE(magic.length));
}
