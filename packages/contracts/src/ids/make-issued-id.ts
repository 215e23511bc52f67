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
  let body = '';
  let rest = 0;
  let bits = 0;
  // From the least significant byte on; what is left at the end is the first digit, of three bits.
  for (let place = 15; place >= 0; place -= 1) {
    rest |= (randomBytes[place] ?? 0) << bits;
    for (bits += 8; bits >= 5; bits -= 5) {
      body = `${alphabet.charAt(rest & 31)}${body}`;
      rest >>= 5;
    }
  }
  return `${kind}_${alphabet.charAt(rest)}${body}`;
}
