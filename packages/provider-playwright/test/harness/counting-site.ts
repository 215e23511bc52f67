import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { listening, stopListening } from './listening.ts';
import type { SiteCertificate } from './site-certificate.ts';

export interface CountingSite {
  readonly origin: string;
  /** Every request that is not a GET, and every upgrade, as `METHOD path`: the judge of what has left. */
  readonly writes: readonly string[];
  close(): Promise<void>;
}

function mediaTypeOf(path: string): string {
  const known: Readonly<Record<string, string>> = { json: 'application/json', js: 'text/javascript' };
  return known[path.split('.').at(-1) ?? ''] ?? 'text/html; charset=utf-8';
}

/** Serves texts by path; everything that is not a GET of one of them counts as a write. */
export async function startCountingSite(
  pages: ReadonlyMap<string, string>,
  certificate: SiteCertificate | null = null,
): Promise<CountingSite> {
  const writes: string[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const [path = ''] = (request.url ?? '').split('?');
    const page = request.method === 'GET' ? pages.get(path) : undefined;
    if (page !== undefined) {
      response.setHeader('content-type', mediaTypeOf(path));
      response.end(page);
      return;
    }
    if (request.method !== 'GET') {
      writes.push(`${request.method} ${path}`);
    }
    response.statusCode = request.method === 'GET' ? 404 : 204;
    response.end();
  };
  const server = certificate === null ? createServer(listener) : createSecureServer(certificate, listener);
  server.on('upgrade', (request, socket) => {
    writes.push(`UPGRADE ${request.url}`);
    socket.destroy();
  });
  await listening(server);
  const { port } = server.address() as AddressInfo;
  const scheme = certificate === null ? 'http' : 'https';
  return { origin: `${scheme}://127.0.0.1:${port}`, writes, close: () => stopListening(server) };
}
