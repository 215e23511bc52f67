import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createProxyCertificates, type ProxyCertificates } from '../../../src/guard/proxy/certificates.ts';

/** What a site has really been sent. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface Site {
  readonly origin: string;
  readonly seen: readonly SeenRequest[];
  /** Everything but GET and HEAD, counted where it counts: at the server. Upgrades are writes. */
  writes(): readonly SeenRequest[];
  close(): Promise<void>;
}

export type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Answers everything with one page. */
export const html =
  (text: string): Handler =>
  (_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(text);
  };

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}

/** Starts a site on loopback that counts what arrives and answers by `handler`; with a certificate it speaks HTTP/2 as well. */
export async function startSite(
  handler: Handler,
  certificate?: { key: string; cert: string },
): Promise<Site> {
  const seen: SeenRequest[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const entry = { method: request.method ?? '', path: request.url ?? '', body: '' };
    seen.push(entry);
    bodyOf(request).then(
      (body) => {
        entry.body = body;
        handler(request, response, body);
      },
      () => response.destroy(),
    );
  };
  const server: Server = certificate
    ? (createSecureServer({ ...certificate, allowHTTP1: true }, listener as never) as unknown as Server)
    : createServer(listener);
  server.on('upgrade', (request, socket) => {
    seen.push({ method: 'UPGRADE', path: request.url ?? '', body: '' });
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    seen,
    writes: () => seen.filter(({ method }) => method !== 'GET' && method !== 'HEAD'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections?.();
      }),
  };
}

/** An authority and a certificate for 127.0.0.1, as an intranet site would have. */
export async function siteCertificate(): Promise<{ key: string; cert: string; authority: string }> {
  const certificates: ProxyCertificates = await createProxyCertificates(Date.now());
  return {
    key: certificates.privateKey,
    cert: await certificates.issue('127.0.0.1'),
    authority: certificates.authority,
  };
}
