import type { IssuedIdKind } from './issued-id.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * An issued id from 128 bits of randomness: the kind, an underscore and 26 characters of Crockford base 32 in
 * lower case, most significant first. Pure: the randomness comes from the caller's port.
 *
 * @param randomBytes exactly 16 bytes from a cryptographic source
 * @throws RangeError when there are not exactly 16 bytes
 */
export function makeIssuedId(kind: IssuedIdKind, randomBytes: Uint8Array): string {
  if (randomBytes.length !== 16) throw new RangeError('an issued id takes exactly 16 random bytes');
  let number = randomBytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let body = '';
  for (let digit = 0; digit < 26; digit += 1) {
    body = `${alphabet.charAt(Number(number & 31n))}${body}`;
    number >>= 5n;
  }
  return `${kind}_${body}`;
}
