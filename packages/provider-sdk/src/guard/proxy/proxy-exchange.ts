import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { GuardCore } from '../guard-core.ts';
import type { ObservedRequest } from '../observed-write.ts';
import { blockedStatus } from './blocked-answer.ts';
import { BodyCollector } from './collect-body.ts';
import { absoluteUrl, observedHeaders, type Tunnel } from './observe-request.ts';
import { answerEmpty } from './pass-answer.ts';
import type { ProxyHandlers } from './proxy-listener.ts';
import type { Upstream } from './upstream.ts';

function observe(
  request: IncomingMessage,
  tunnel: Tunnel | null,
  kind: ObservedRequest['kind'],
  body: Uint8Array,
): ObservedRequest {
  return {
    method: request.method ?? '',
    // An address that cannot be read stays unreadable, and the decision says so.
    url: absoluteUrl(request, tunnel) ?? '',
    headers: observedHeaders(request.rawHeaders),
    body,
    kind,
  };
}

/** One request after another: whole, decided, and only then sent. Every fault on the way denies. */
export class ProxyExchange implements ProxyHandlers {
  readonly #core: GuardCore;
  readonly #upstream: Upstream;
  readonly #bodies: BodyCollector;

  constructor(core: GuardCore, upstream: Upstream, bodyLimit: number) {
    this.#core = core;
    this.#upstream = upstream;
    this.#bodies = new BodyCollector(bodyLimit);
  }

  fault(): void {
    this.#core.fault();
  }

  request(request: IncomingMessage, response: ServerResponse, tunnel: Tunnel | null): void {
    response.on('error', () => response.destroy());
    this.#handle(request, response, tunnel).catch(() => {
      this.#core.fault();
      response.destroy();
    });
  }

  upgrade(request: IncomingMessage, socket: Duplex, tunnel: Tunnel | null): void {
    this.#core.block(observe(request, tunnel, 'upgrade', new Uint8Array()), 'guard.upgrade');
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n', () =>
      socket.destroy(),
    );
  }

  async #handle(request: IncomingMessage, response: ServerResponse, tunnel: Tunnel | null): Promise<void> {
    const over = new Promise((resolve) => response.once('close', resolve));
    const body = await this.#bodies.collect(request, over);
    if (body.kind === 'aborted') return void response.destroy();
    const observed = observe(
      request,
      tunnel,
      'request',
      body.kind === 'whole' ? body.bytes : new Uint8Array(),
    );
    // From here to the sending nothing is awaited: no rule can change between the decision and the write.
    const tooLarge = body.kind === 'too-large';
    const ruling = tooLarge ? this.#core.block(observed, 'guard.body-too-large') : this.#core.rule(observed);
    if (ruling.kind === 'send') {
      const { kind: _kind, ...sending } = ruling;
      return this.#upstream.send({ observed, rawHeaders: request.rawHeaders, response, ...sending });
    }
    if (tooLarge) {
      response.shouldKeepAlive = false;
      response.once('finish', () => request.destroy());
    }
    answerEmpty(response, blockedStatus(observed));
  }
}
