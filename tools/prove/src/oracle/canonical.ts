import { createHash } from 'node:crypto';

/**
 * RFC 8785 and the digests of the log, written a second time: what judges the log shares no line with what wrote it.
 * Numbers here are whole, so JavaScript's own form of them is the canonical one.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`;
}

/** SHA-256 over domain, a NUL and the canonical form. */
export function digestIn(domain: string, value: unknown): string {
  return `sha256:${createHash('sha256')
    .update(`${domain}\0${canonical(value)}`)
    .digest('hex')}`;
}
