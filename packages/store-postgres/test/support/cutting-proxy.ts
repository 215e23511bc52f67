import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** What becomes of the next word to commit that passes. */
export type Cut =
  /** It never reaches the server, and the connection is gone. */
  | 'before the server has it'
  /** The server follows it, and the connection is gone before it can say so. */
  | 'before its answer is heard';

/** A proxy before a server that cuts a connection around a commit. */
export interface CuttingProxy {
  readonly port: number;
  /** Cuts around the next commit; resolves when it has, and the server has done what it will do. */
  cutNext(cut: Cut): Promise<void>;
  /** Refuses connections, until told otherwise. */
  refuse(refusing: boolean): void;
  close(): Promise<void>;
}

const commit = Buffer.from('commit\0');
const committed = Buffer.from('COMMIT\0');

export async function cuttingProxy(serverPort: number): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  let armed: { readonly cut: Cut; readonly done: () => void } | null = null;
  let refusing = false;
  const server = createServer((client) => {
    if (refusing) return client.destroy();
    const upstream = connect(serverPort, '127.0.0.1');
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    let silent = false;
    client.on('data', (bytes) => {
      if (armed !== null && !silent && bytes.includes(commit)) {
        if (armed.cut === 'before the server has it') {
          upstream.destroy();
          armed.done();
          armed = null;
          return;
        }
        silent = true;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!silent) return client.write(bytes);
      if (!bytes.includes(committed)) return;
      client.destroy();
      armed?.done();
      armed = null;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    port: address.port,
    cutNext: (cut) =>
      new Promise((resolve) => {
        armed = { cut, done: resolve };
      }),
    refuse: (next) => {
      refusing = next;
    },
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}
