import type { IncomingMessage } from 'node:http';
import type { ObservedRequest } from '../observed-write.ts';
import { readRequestUrl } from '../request-url.ts';

/** What a tunnel leads to; null for a request that came to the proxy itself. */
export interface Tunnel {
  readonly scheme: 'http' | 'https';
  /** `host:port`, as the CONNECT request said. */
  readonly authority: string;
}

/** Every header as it came, from the raw list: Node's own view drops repeated ones. */
export function observedHeaders(raw: readonly string[]): ObservedRequest['headers'] {
  const headers: Record<string, string | string[]> = Object.create(null);
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = raw[index + 1] ?? '';
    const known = headers[name];
    headers[name] = known === undefined ? value : [known, value].flat();
  }
  return headers;
}

/**
 * The absolute URL of a request. Inside a tunnel the request names a path, and its `Host` must be the
 * tunnel's; outside it names a URL. Null for anything else: then two readers could disagree on where it goes.
 */
export function absoluteUrl(request: IncomingMessage, tunnel: Tunnel | null): string | null {
  const target = request.url ?? '';
  const raw = tunnel === null ? target : `${tunnel.scheme}://${tunnel.authority}${target}`;
  if (tunnel !== null && !target.startsWith('/')) return null;
  const url = readRequestUrl(raw);
  const hosts = [observedHeaders(request.rawHeaders).host ?? []].flat();
  const host = url === null || hosts.length !== 1 ? null : readRequestUrl(`${url.scheme}://${hosts[0]}`);
  return url !== null && host?.origin === url.origin ? raw : null;
}
