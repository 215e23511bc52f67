import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Site {
  readonly origin: string;
  /** Publications that have arrived. */
  published(): number;
  close(): Promise<void>;
}

/** Serves pages by path on the loopback. */
export async function serve(pages: ReadonlyMap<string, string>): Promise<Site> {
  let published = 0;
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url === '/publish') {
      published += 1;
      response.writeHead(204).end();
      return;
    }
    const html = pages.get(request.url ?? '');
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html ?? 'There is no such page.');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    published: () => published,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
