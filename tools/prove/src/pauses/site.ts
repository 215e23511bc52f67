import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site that publishes what is sent to it, and counts: the judge of how often an article came out. */
export interface CountingSite {
  readonly origin: string;
  /** How often each article was published. */
  readonly published: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export async function countingSite(): Promise<CountingSite> {
  const published = new Map<string, number>();
  const server = createServer((request, response) => {
    const article = request.url?.split('/').at(-1) ?? '';
    request.resume().on('end', () => {
      published.set(article, (published.get(article) ?? 0) + 1);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    published,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
