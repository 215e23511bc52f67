import type * as http from 'node:http';
import { pipeline } from 'node:stream';
import type { ObservedRequest } from '../observed-write.ts';
import { isConnectionHeader } from '../request-headers.ts';
import type { RequestUrl } from '../request-url.ts';

/** Headers of an answer that would have the browser leave the proxy's path. */
function isKeptFromBrowser(name: string): boolean {
  return isConnectionHeader(name) || name.toLowerCase() === 'alt-svc';
}

function pairsOf(raw: readonly string[], dropped: (name: string) => boolean): string[] {
  return raw.flatMap((name, index) =>
    index % 2 === 0 && !dropped(name) ? [name, raw[index + 1] ?? ''] : [],
  );
}

/** The browser's headers without those of its connection, with a host and length of our own. */
export function forwardedHeaders(
  observed: ObservedRequest,
  rawHeaders: readonly string[],
  url: RequestUrl,
): string[] {
  const own = new Set(['host', 'content-length']);
  const kept = pairsOf(rawHeaders, (name) => own.has(name.toLowerCase()) || isConnectionHeader(name));
  const host = url.origin.slice(url.origin.indexOf('//') + 2);
  const bodiless = observed.body.byteLength === 0 && ['GET', 'HEAD', 'OPTIONS'].includes(observed.method);
  const length = bodiless ? [] : ['Content-Length', String(observed.body.byteLength)];
  return ['Host', host, ...kept, ...length];
}

/** Answers with a status and nothing else. */
export function answerEmpty(response: http.ServerResponse, status: number): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  response.writeHead(status, {
    'cache-control': 'no-store',
    ...(status === 204 ? {} : { 'content-length': 0 }),
  });
  response.end();
}

/** Hands the site's answer on; one that nobody waits for any more is read to its end. */
export function passAnswer(answer: http.IncomingMessage, response: http.ServerResponse): void {
  if (response.destroyed) return void answer.resume();
  response.writeHead(answer.statusCode ?? 502, pairsOf(answer.rawHeaders, isKeptFromBrowser));
  pipeline(answer, response, () => undefined);
}
