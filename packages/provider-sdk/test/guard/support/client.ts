import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import type { Guard } from '../../../src/guard/guard.ts';

export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

function portOf(guard: Guard): number {
  return Number(new URL(guard.endpoint.proxyUrl).port);
}

/** One plain-HTTP request through the guard, as a browser would send it to a proxy. */
export function ask(
  guard: Guard,
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port: portOf(guard),
        path: url,
        method: options.method ?? 'GET',
        headers: { host: new URL(url).host, ...options.headers },
        agent: false,
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString('latin1'),
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(options.body);
  });
}

export const askJson = (guard: Guard, url: string, value: unknown): Promise<Answer> =>
  ask(guard, url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  });

/** A connection to the guard's port itself. */
export async function dial(guard: Guard): Promise<Socket> {
  const socket = connect(portOf(guard), '127.0.0.1');
  socket.on('error', () => socket.destroy());
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return socket;
}

/** What comes back until `stop` is found or the connection ends. */
export function received(socket: Socket | TLSSocket, stop?: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const finish = () => {
      socket.off('data', take);
      resolve(text);
    };
    const take = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (stop?.test(text)) finish();
    };
    socket.on('data', take);
    socket.once('close', finish);
  });
}

/** A tunnel through the guard, before anything is sent in it. */
export async function tunnel(guard: Guard, authority: string): Promise<Socket> {
  const socket = await dial(guard);
  const established = received(socket, /\r\n\r\n/);
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  await established;
  return socket;
}

/** TLS inside a tunnel, trusting the guard's own authority and nobody else. */
export async function secureTunnel(guard: Guard, authority: string, protocols: string[]): Promise<TLSSocket> {
  const socket = await tunnel(guard, authority);
  const secure = tlsConnect({
    socket,
    ca: guard.endpoint.certificateAuthority,
    ALPNProtocols: protocols,
    host: '127.0.0.1',
  });
  await new Promise<void>((resolve, reject) => {
    secure.once('secureConnect', resolve);
    secure.once('error', reject);
  });
  return secure;
}
