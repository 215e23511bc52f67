import type { ObservedRequest } from './observed-write.ts';

type Headers = ObservedRequest['headers'];

/** A header that should occur once: its value, null when absent, `repeated` when it occurs more often. */
export function singleHeader(headers: Headers, name: string): string | null | 'repeated' {
  if (!Object.hasOwn(headers, name)) return null;
  const value = headers[name];
  if (typeof value === 'string') return value;
  return value?.length === 1 ? (value[0] ?? null) : 'repeated';
}

/**
 * A name as a server may see it: several map `_` and `-` to the same variable.
 */
function foldedName(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/**
 * The values of every header that asks for another method than the request's own. There are many spellings
 * (`X-HTTP-Method-Override`, `X-Method-Override`, `X-HTTP-Method`, …), so every name that speaks of a method
 * counts; only the one of CORS preflights does not.
 */
export function overrideHeaders(headers: Headers): readonly string[] {
  return Object.entries(headers)
    .filter(([name]) => foldedName(name).includes('method'))
    .filter(([name]) => name !== 'access-control-request-method')
    .flatMap(([, value]) => value);
}

/** Headers that make some servers serve another address than the request's own. */
const rerouting =
  /^(?:x-original-|x-rewrite-|x-forwarded-|x-override-|x-accel-|x-host$|forwarded$|destination$)/;

/** Whether a header could send the request elsewhere than its URL says. Browsers send none of them. */
export function isRerouted(headers: Headers): boolean {
  return Object.keys(headers).some((name) => rerouting.test(foldedName(name)));
}

/** Hop-by-hop headers and `Expect`: they belong to the connection, and are not sent on. */
const connectionHeaders = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function isConnectionHeader(name: string): boolean {
  return connectionHeaders.has(name.toLowerCase());
}

/**
 * Whether the headers of a request can be read in one way only. A `Connection` header that names other headers
 * would have the next hop drop them, and a repeated one of these is read differently by different servers.
 */
export function hasPlainHeaders(headers: Headers): boolean {
  const once = ['host', 'content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'origin'];
  if (once.some((name) => singleHeader(headers, name) === 'repeated')) return false;
  const connection = [headers.connection ?? []].flat().join(',').toLowerCase();
  return connection.split(',').every((token) => ['', 'keep-alive', 'close'].includes(token.trim()));
}
