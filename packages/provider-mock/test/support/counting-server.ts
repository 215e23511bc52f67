import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Write {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export type Answer = { readonly status: number; readonly body?: string; readonly location?: string } | 'drop';

export interface CountingServer {
  readonly origin: string;
  /** Every request that is not a GET, in order of arrival. */
  readonly writes: Write[];
  /** Paths of the GETs. */
  readonly reads: string[];
  close(): Promise<void>;
}

/** A site that notes what arrives. `answer` may be left out: everything is a 200. */
export async function startCountingServer(
  answer: (method: string, path: string, body: string) => Answer | undefined = () => undefined,
): Promise<CountingServer> {
  const writes: Write[] = [];
  const reads: string[] = [];
  const server = createServer(async (incoming, response) => {
    const method = incoming.method ?? 'GET';
    const path = incoming.url ?? '/';
    const body = await textOf(incoming);
    if (method === 'GET') reads.push(path);
    else writes.push({ method, path, body });
    send(response, answer(method, path, body) ?? { status: 200 });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    writes,
    reads,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer === 'drop') {
    response.destroy();
    return;
  }
  const { status, body = '{}', location } = answer;
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(location === undefined ? {} : { location }),
  });
  response.end(body);
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return text;
}
