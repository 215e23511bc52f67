import type * as http from 'node:http';
import type { ObservedRequest } from '../observed-write.ts';
import { type RequestUrl, readRequestUrl } from '../request-url.ts';
import { answerEmpty, forwardedHeaders, passAnswer } from './pass-answer.ts';
import { type SiteConnections, siteConnections } from './site-connections.ts';

/** One exchange with a site. `answered` is called when the head of the answer is in, or not at all. */
export interface UpstreamExchange {
  readonly observed: ObservedRequest;
  readonly rawHeaders: readonly string[];
  readonly response: http.ServerResponse;
  /** A write is sent on a connection of its own, once, and seen through when the browser goes away. */
  readonly write: boolean;
  /** Asked right before the first byte of a write leaves. A write that may not is given up. */
  mayLeave(): boolean;
  answered(status: number): void;
}

export interface Upstream {
  send(exchange: UpstreamExchange): void;
  cut(): void;
}

/** How long a write's connection may be silent before its answer is given up, in milliseconds. */
const longestSilence = 120_000;

/**
 * Sends decided requests to sites. It verifies their certificates itself, since the browser no longer does:
 * against the platform's authorities and the extra ones, whatever the environment says.
 */
export function createUpstream(extraAuthorities: readonly string[], fault: () => void): Upstream {
  const connections = siteConnections(extraAuthorities);
  const open = new Set<http.ClientRequest>();
  return {
    send: (exchange) => exchangeWith({ connections, open, fault }, exchange, exchange.write),
    cut: () => {
      for (const request of open) request.destroy();
      connections.destroy();
    },
  };
}

interface Line {
  readonly connections: SiteConnections;
  readonly open: Set<http.ClientRequest>;
  readonly fault: () => void;
}

function exchangeWith(line: Line, exchange: UpstreamExchange, ownConnection: boolean): void {
  const url = readRequestUrl(exchange.observed.url);
  if (url === null) throw new Error('An address that was decided on cannot be read any more.');
  const request = start(line.connections, exchange, url, ownConnection);
  keepTrack(line.open, request, exchange);
  request.once('upgrade', (_answer, socket) => socket.destroy());
  request.once('response', (answer) => {
    try {
      exchange.answered(answer.statusCode ?? 502);
      passAnswer(answer, exchange.response);
    } catch {
      line.fault();
      request.destroy();
      answerEmpty(exchange.response, 502);
    }
  });
  request.on('error', () => {
    const { response, write } = exchange;
    // A kept connection that the site closed in the meantime; only a read may be asked again.
    const stale = request.reusedSocket && !write && !response.headersSent && !response.destroyed;
    if (stale && request.destroyed && !ownConnection) exchangeWith(line, exchange, true);
    else answerEmpty(response, 502);
  });
  if (exchange.write) sendOnceConnected(request, exchange, url);
  else request.end(exchange.observed.body);
}

function start(
  connections: SiteConnections,
  exchange: UpstreamExchange,
  url: RequestUrl,
  ownConnection: boolean,
): http.ClientRequest {
  const { observed, rawHeaders } = exchange;
  return connections.request(url, ownConnection, {
    method: observed.method,
    hostname: url.hostname,
    port: url.port,
    path: `${url.path}${url.search}`,
    headers: forwardedHeaders(observed, rawHeaders, url),
    setDefaultHeaders: false,
  });
}

/** A read ends with the browser's interest in it; a write is seen through. */
function keepTrack(
  open: Set<http.ClientRequest>,
  request: http.ClientRequest,
  { response, write }: UpstreamExchange,
): void {
  const abandon = () => void (write || request.destroy());
  open.add(request);
  response.once('close', abandon);
  request.once('close', () => {
    open.delete(request);
    response.off('close', abandon);
  });
  if (write) request.setTimeout(longestSilence, () => request.destroy());
}

/**
 * Connecting may take long, and a permit may end or a person take over meanwhile: nothing is handed to the connection before it stands
 * (its certificate verified), and then it is asked once more.
 */
function sendOnceConnected(request: http.ClientRequest, exchange: UpstreamExchange, url: RequestUrl): void {
  request.once('socket', (socket) => {
    socket.once(url.scheme === 'https' ? 'secureConnect' : 'connect', () => {
      if (exchange.mayLeave()) request.end(exchange.observed.body);
      else request.destroy(new Error('What allowed the write had ended before it could leave.'));
    });
  });
}
