import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import { readRequestUrl } from '../request-url.ts';
import type { ProxyCertificates } from './certificates.ts';
import type { Tunnel } from './observe-request.ts';

/** What the listener hands on. Every request of any kind ends in exactly one of them. */
export interface ProxyHandlers {
  request(request: IncomingMessage, response: ServerResponse, tunnel: Tunnel | null): void;
  upgrade(request: IncomingMessage, socket: Duplex, tunnel: Tunnel | null): void;
  /** Something that is no HTTP, or broken HTTP. It has been cut already. */
  fault(): void;
}

export interface ProxyListener {
  readonly port: number;
  cutSockets(): void;
  close(): Promise<void>;
}

const mostTlsServers = 256;
const tlsHandshakeRecord = 0x16;
const httpSettings = {
  insecureHTTPParser: false,
  requireHostHeader: true,
  maxHeaderSize: 65_536,
  keepAliveTimeout: 65_000,
};

type HttpSide = { readonly server: Server; readonly tunnels: WeakMap<Duplex, Tunnel> };

/** One HTTP server, over whatever sockets it is given. It speaks HTTP/1.1 only. */
function createHttpSide(handlers: ProxyHandlers): HttpSide {
  const tunnels = new WeakMap<Duplex, Tunnel>();
  const server = createServer(httpSettings);
  server.on('request', (request, response) => {
    handlers.request(request, response, tunnels.get(request.socket) ?? null);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    handlers.upgrade(request, socket, tunnels.get(socket) ?? null);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    socket.destroy();
    if (error.code?.startsWith('HPE_') === true) handlers.fault();
  });
  return { server, tunnels };
}

/** TLS servers by authority, each with a certificate of its own and the guard's one key; oldest dropped. */
function createTlsSide(certificates: ProxyCertificates, inner: HttpSide) {
  const servers = new Map<string, Promise<TlsServer>>();
  const create = async (authority: string, hostname: string): Promise<TlsServer> => {
    const server = createTlsServer({
      key: certificates.privateKey,
      cert: await certificates.issue(hostname),
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
    });
    server.on('secureConnection', (socket) => {
      inner.tunnels.set(socket, { scheme: 'https', authority });
      inner.server.emit('connection', socket);
    });
    server.on('tlsClientError', (_error, socket) => socket.destroy());
    return server;
  };
  return (authority: string, hostname: string): Promise<TlsServer> => {
    const known = servers.get(authority);
    if (known !== undefined) return known;
    const [oldest] = servers.keys();
    if (servers.size >= mostTlsServers && oldest !== undefined) servers.delete(oldest);
    const created = create(authority, hostname);
    servers.set(authority, created);
    return created;
  };
}

/** The first bytes of a tunnel, put back after the look. */
function firstBytes(socket: Socket): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const look = () => {
      const chunk: Buffer | null = socket.read();
      if (chunk !== null) socket.unshift(chunk);
      resolve(chunk);
    };
    socket.once('readable', look);
    socket.once('close', () => resolve(null));
  });
}

/**
 * Listens on a random port of 127.0.0.1 as an HTTP proxy. Inside a CONNECT tunnel it looks whether TLS or
 * plain HTTP follows, ends the TLS itself, and cuts everything else. It decides nothing.
 */
export async function listenAsProxy(
  certificates: ProxyCertificates,
  handlers: ProxyHandlers,
): Promise<ProxyListener> {
  const sockets = new Set<Socket>();
  const outer = createHttpSide(handlers);
  const inner = createHttpSide(handlers);
  const tlsServerFor = createTlsSide(certificates, inner);

  const enterTunnel = async (authority: string, socket: Socket): Promise<void> => {
    const url = readRequestUrl(`https://${authority}`);
    const first = await firstBytes(socket);
    if (first === null) return void socket.destroy();
    if (url !== null && first[0] === tlsHandshakeRecord) {
      (await tlsServerFor(authority, url.hostname)).emit('connection', socket);
    } else if (url !== null && /^[A-Z]/.test(first.toString('latin1', 0, 1))) {
      inner.tunnels.set(socket, { scheme: 'http', authority });
      inner.server.emit('connection', socket);
    } else {
      socket.destroy();
      handlers.fault();
    }
  };

  outer.server.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.byteLength > 0) socket.unshift(head);
    enterTunnel(request.url ?? '', socket).catch(() => {
      socket.destroy();
      handlers.fault();
    });
  });
  inner.server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.destroy();
    handlers.fault();
  });
  outer.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  await new Promise<void>((resolve, reject) => {
    outer.server.once('error', reject);
    outer.server.listen(0, '127.0.0.1', resolve);
  });
  const cutSockets = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (outer.server.address() as AddressInfo).port,
    cutSockets,
    close: () =>
      new Promise((resolve) => {
        outer.server.close(() => resolve());
        inner.server.close();
        cutSockets();
      }),
  };
}
