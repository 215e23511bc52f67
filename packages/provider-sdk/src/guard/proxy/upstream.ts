import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline } from 'node:stream';
import { getCACertificates } from 'node:tls';
import type { ObservedRequest } from '../observed-write.ts';
import { isConnectionHeader } from '../request-headers.ts';
import { type RequestUrl, readRequestUrl } from '../request-url.ts';

/** One exchange with a site. `answered` is called when the head of the answer is in, or not at all. */
export interface UpstreamExchange {
  readonly observed: ObservedRequest;
  readonly rawHeaders: readonly string[];
  readonly response: http.ServerResponse;
  /** A write is sent on a connection of its own, once, and seen through when the browser goes away. */
  readonly write: boolean;
  answered(status: number): void;
}

export interface Upstream {
  send(exchange: UpstreamExchange): void;
  cut(): void;
}

/** How long a write's connection may be silent before its answer is given up, in milliseconds. */
const longestSilence = 120_000;

/** Headers of an answer that would have the browser leave the proxy's path. */
function isKeptFromBrowser(name: string): boolean {
  return isConnectionHeader(name) || name.toLowerCase() === 'alt-svc';
}

function pairsOf(raw: readonly string[], dropped: (name: string) => boolean): string[] {
  return raw.flatMap((name, index) =>
    index % 2 === 0 && !dropped(name) ? [name, raw[index + 1] ?? ''] : [],
  );
}

function forwardedHeaders({ rawHeaders, observed }: UpstreamExchange, url: RequestUrl): string[] {
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

function passAnswer(answer: http.IncomingMessage, { response, answered }: UpstreamExchange): void {
  const status = answer.statusCode ?? 502;
  answered(status);
  if (response.destroyed) return void answer.resume();
  response.writeHead(status, pairsOf(answer.rawHeaders, isKeptFromBrowser));
  pipeline(answer, response, () => undefined);
}

/**
 * Sends decided requests to sites. It verifies their certificates itself, since the browser no longer does:
 * against the platform's authorities and the extra ones, whatever the environment says.
 */
export function createUpstream(extraAuthorities: readonly string[], fault: () => void): Upstream {
  const trust = {
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2' as const,
    ca: [...getCACertificates('default'), ...extraAuthorities],
  };
  const agents = {
    http: new http.Agent({ keepAlive: true, maxSockets: 32 }),
    https: new https.Agent({ keepAlive: true, maxSockets: 32, ...trust }),
  };
  const open = new Set<http.ClientRequest>();

  const start = (exchange: UpstreamExchange, url: RequestUrl, ownConnection: boolean): http.ClientRequest => {
    const options = {
      method: exchange.observed.method,
      hostname: url.hostname,
      port: url.port,
      path: `${url.path}${url.search}`,
      headers: forwardedHeaders(exchange, url),
      agent: ownConnection ? false : agents[url.scheme],
      setDefaultHeaders: false,
    } as const;
    return url.scheme === 'https' ? https.request({ ...options, ...trust }) : http.request(options);
  };

  const send = (exchange: UpstreamExchange, ownConnection: boolean): void => {
    const url = readRequestUrl(exchange.observed.url);
    if (url === null) throw new Error('An address that was decided on cannot be read any more.');
    const request = start(exchange, url, ownConnection);
    const { response } = exchange;
    const abandon = () => void (exchange.write || request.destroy());
    open.add(request);
    response.once('close', abandon);
    request.once('close', () => {
      open.delete(request);
      response.off('close', abandon);
    });
    if (exchange.write) request.setTimeout(longestSilence, () => request.destroy());
    request.once('upgrade', (_answer, socket) => socket.destroy());
    request.once('response', (answer) => {
      try {
        passAnswer(answer, exchange);
      } catch {
        fault();
        request.destroy();
        answerEmpty(response, 502);
      }
    });
    request.on('error', () => {
      // A kept connection that the site closed in the meantime; only a read may be asked again.
      const stale = request.reusedSocket && !exchange.write && !response.headersSent && !response.destroyed;
      if (stale && request.destroyed && !ownConnection) send(exchange, true);
      else answerEmpty(response, 502);
    });
    request.end(exchange.observed.body);
  };

  return {
    send: (exchange) => send(exchange, exchange.write),
    cut: () => {
      for (const request of open) request.destroy();
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
