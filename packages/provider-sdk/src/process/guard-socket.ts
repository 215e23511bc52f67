import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How many bytes the path of a socket may have, everywhere. */
const longestSocketPath = 100;

/** The guard's proxy on a Unix socket: for a process that has no network. */
export interface GuardSocket {
  readonly path: string;
  close(): Promise<void>;
}

/** Passes bytes on to the guard and back, and knows nothing about them. Null where there are no Unix sockets. */
export async function openGuardSocket(proxyUrl: string, folder: string): Promise<GuardSocket | null> {
  if (process.platform === 'win32') return null;
  const near = join(folder, 'guard.sock');
  const holder = Buffer.byteLength(near) <= longestSocketPath ? null : await mkdtemp(join(tmpdir(), 'cux-'));
  const path = holder === null ? near : join(holder, 'guard.sock');
  const { hostname, port } = new URL(proxyUrl);
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return {
    path,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      if (holder !== null) await rm(holder, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}
