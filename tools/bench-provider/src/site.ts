import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Site {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves pages by path on the loopback. */
export async function serve(pages: ReadonlyMap<string, string>): Promise<Site> {
  const server = createServer((request, response) => {
    const html = pages.get(request.url ?? '');
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html ?? 'There is no such page.');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
