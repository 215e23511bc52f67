import { issuedIdBody, issuedIdKinds } from '../ids/issued-id.ts';
import { decodeHex } from './decode.ts';

const digest = /^sha256:[0-9a-f]{64}$/;
const issuedId = new RegExp(`^(?:${issuedIdKinds.join('|')})_`);

/**
 * A whole digest or issued id. Its letters are dice: now and then they read like a token or an account number,
 * forwards or backwards, and an honest record must not be refused for it.
 */
export function isOpaque(text: string): boolean {
  if (text.length === 71) return digest.test(text);
  if (text.length > 40) return false;
  const prefix = issuedId.exec(text)?.[0];
  return prefix !== undefined && issuedIdBody.test(text.slice(prefix.length));
}

/** What somebody wrote into the digits of a digest; null for what is a digest, or no place to write. */
function textInDigest(text: string): string | null {
  const prefix = 'sha256:';
  return text.startsWith(prefix) ? decodeHex(text.slice(prefix.length)) : null;
}

/** What there is to look at in a text: of a digest or an issued id only what somebody wrote into it. */
export function shownIn(text: string): string | null {
  return isOpaque(text) ? textInDigest(text) : text;
}
