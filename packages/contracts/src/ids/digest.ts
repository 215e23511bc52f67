import canonicalize from 'canonicalize';
import { type InOrder, quickCanonicalForm, quickInOrder } from './quick-canonical-form.ts';
import { sha256Hex } from './sha256.ts';

/** `sha256:` and 64 hexadecimal digits in lower case; see `digestSchema`. */
export type Digest = string;

/** What a digest is about: one shape of value each. The domain is hashed first, so equal contents in two domains have two digests. */
export type DigestDomain =
  | 'cux/request'
  | 'cux/receipt'
  | 'cux/plan'
  | 'cux/subject'
  | 'cux/standing-subject'
  | 'cux/content'
  | 'cux/rules'
  | 'cux/capability-rules'
  | 'cux/action-policy'
  | 'cux/policy-version'
  | 'cux/action'
  | 'cux/agent-draft'
  // Commands and their keys
  | 'cux/command'
  | 'cux/idempotency-key'
  | 'cux/proposal'
  // Names made from longer ones
  | 'cux/following-todo'
  | 'cux/stored-session'
  | 'cux/process-place'
  | 'cux/memory-folder'
  | 'cux/record-lock'
  | 'cux/notification'
  | 'cux/usage-line'
  // What a provider is made of
  | 'cux/provider-manifest'
  | 'cux/provider-files'
  | 'cux/provider-executable'
  | 'cux/provider-config'
  // The event log
  | 'cux/genesis'
  | 'cux/link'
  | 'cux/event'
  | 'cux/salt'
  | 'cux/logged-row'
  | 'cux/logged-answer'
  | 'cux/logged-command'
  | 'cux/logged-bytes'
  | 'cux/logged-name';

/** The RFC 8785 canonical form of a JSON value. Throws a `TypeError` for a value that JSON cannot hold. */
export function canonicalForm(value: unknown): string {
  const text = quickCanonicalForm(value) ?? canonicalize(value);
  if (text === undefined) throw new TypeError('the value has no JSON form');
  return text;
}

/**
 * The canonical form of a JSON value, and a value of that form whose members are in order, so that what is made from it
 * is written faster. It may be the given one. Throws a `TypeError` for a value that JSON cannot hold.
 */
export function inCanonicalOrder<Value>(value: Value): InOrder & { readonly value: Value } {
  const quick = quickInOrder(value) ?? { value, text: canonicalForm(value) };
  return quick as InOrder & { readonly value: Value };
}

/** The digest of a JSON value: domain, a NUL, then its canonical form (RFC 8785), in UTF-8. */
export function digestOf(domain: DigestDomain, value: unknown): Digest {
  return `sha256:${sha256Hex(`${domain}\0${canonicalForm(value)}`)}`;
}

/** The digest of raw bytes, as evidence and vault content are addressed. */
export function digestOfBytes(bytes: Uint8Array): Digest {
  return `sha256:${sha256Hex(bytes)}`;
}
