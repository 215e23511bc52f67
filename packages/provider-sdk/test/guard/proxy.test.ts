import { createHash, X509Certificate } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { ask, dial, received, secureTunnel, tunnel } from './support/client.ts';
import { guardedSite, pause, statusRule } from './support/guarded-site.ts';
import type { Handler } from './support/site.ts';

const page: Handler = (_request, response) => response.end('page');
const hostOf = (origin: string) => new URL(origin).host;

describe('inside a tunnel', () => {
  test('TLS is ended with the one key that the endpoint names', async () => {
    const { guard, site } = await guardedSite(page, { tls: true });
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    const socket = await secureTunnel(guard, hostOf(site.origin), ['h2', 'http/1.1']);
    expect(socket.alpnProtocol).toBe('http/1.1');
    const leaf = new X509Certificate(socket.getPeerCertificate().raw);
    const spki = leaf.publicKey.export({ type: 'spki', format: 'der' });
    expect(createHash('sha256').update(spki).digest('base64')).toBe(guard.endpoint.spkiSha256);
    const answer = received(socket, /page/);
    socket.write(`GET / HTTP/1.1\r\nHost: ${hostOf(site.origin)}\r\n\r\n`);
    expect(await answer).toMatch(/^HTTP\/1.1 200/);
    socket.destroy();
  });

  test('a client that speaks HTTP/2 only is refused', async () => {
    const { guard, site } = await guardedSite(page, { tls: true });
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    await expect(secureTunnel(guard, hostOf(site.origin), ['h2'])).rejects.toThrow();
    expect(site.seen).toEqual([]);
  });

  test('plain HTTP is decided like any other', async () => {
    const { guard, site } = await guardedSite(page);
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    const socket = await tunnel(guard, hostOf(site.origin));
    const first = received(socket, /page/);
    socket.write(`GET / HTTP/1.1\r\nHost: ${hostOf(site.origin)}\r\n\r\n`);
    expect(await first).toMatch(/^HTTP\/1.1 200/);
    const second = received(socket, /\r\n\r\n/);
    socket.write(`POST / HTTP/1.1\r\nHost: ${hostOf(site.origin)}\r\nContent-Length: 1\r\n\r\nx`);
    expect(await second).toMatch(/^HTTP\/1.1 403/);
    socket.destroy();
    expect(site.writes()).toEqual([]);
  });

  test.each([
    ['a TURN allocation', Buffer.from([0x00, 0x03, 0x00, 0x00, 0x21, 0x12, 0xa4, 0x42])],
    ['another protocol in words', Buffer.from('ssh-2.0-client\r\n')],
    ['an HTTP/2 preface', Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
  ])('%s is cut', async (_name, bytes) => {
    const { guard, site } = await guardedSite(page);
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    const socket = await tunnel(guard, hostOf(site.origin));
    const rest = received(socket);
    socket.write(bytes);
    expect(await rest).not.toMatch(/200/);
    expect(guard.record().faults).toBe(1);
    expect(site.seen).toEqual([]);
  });

  test.each([
    ['another host than the tunnel’s', (host: string) => `GET / HTTP/1.1\r\nHost: x${host}\r\n\r\n`],
    ['an absolute address', (host: string) => `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
    ['two hosts', (host: string) => `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\n\r\n`],
    ['no host', () => 'GET / HTTP/1.1\r\n\r\n'],
    ['a tunnel in the tunnel', (host: string) => `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ])('a request with %s is refused', async (_name, text) => {
    const { guard, site } = await guardedSite(page);
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    const socket = await tunnel(guard, hostOf(site.origin));
    const answer = received(socket, /\r\n\r\n/);
    socket.write(text(hostOf(site.origin)));
    expect(await answer).not.toMatch(/ 200 /);
    socket.destroy();
    expect(site.seen).toEqual([]);
  });
});

describe('a request that two programs could read in two ways', () => {
  test.each([
    ['two lengths', 'Content-Length: 18\r\nContent-Length: 0\r\n'],
    ['a length and chunks', 'Content-Length: 18\r\nTransfer-Encoding: chunked\r\n'],
    ['an odd transfer encoding', 'Transfer-Encoding: gzip, chunked\r\n'],
    ['a folded header', 'X-A: a\r\n b\r\n'],
  ])('by %s never reaches the site', async (_name, header) => {
    const { guard, site } = await guardedSite(page);
    guard.configure({ allowed_origins: [site.origin], write_rules: [statusRule(site.origin, 'draft')] });
    const socket = await dial(guard);
    const answer = received(socket, /\r\n\r\n/);
    socket.write(
      `POST ${site.origin}/api/1 HTTP/1.1\r\nHost: ${hostOf(site.origin)}\r\n` +
        `Content-Type: application/json\r\n${header}\r\n{"status":"draft"}`,
    );
    expect(await answer).not.toMatch(/ 200 /);
    socket.destroy();
    expect(site.seen).toEqual([]);
  });

  test('a request to the proxy itself is denied', async () => {
    const { guard, site } = await guardedSite(page);
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    expect((await ask(guard, guard.endpoint.proxyUrl)).status).toBe(403);
    const socket = await dial(guard);
    const answer = received(socket, /\r\n\r\n/);
    socket.write(`GET / HTTP/1.1\r\nHost: ${hostOf(site.origin)}\r\n\r\n`);
    expect(await answer).toMatch(/ 403 /);
    socket.destroy();
  });
});

describe('a body', () => {
  const rule = (origin: string) => ({ ...statusRule(origin, 'draft'), body: { kind: 'empty' as const } });

  test.each([
    ['with a length', { 'content-length': '2000' }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('over the limit, %s, is blocked and not taken for an empty one', async (_name, headers) => {
    const { guard, site } = await guardedSite(page, { bodyLimit: 1_000 });
    guard.configure({ allowed_origins: [site.origin], write_rules: [rule(site.origin)] });
    const answer = await ask(guard, `${site.origin}/api/1`, {
      method: 'POST',
      headers,
      body: Buffer.alloc(2_000),
    }).catch(() => null);
    expect(answer?.status ?? 403).toBe(403);
    expect(site.seen).toEqual([]);
    expect(guard.record().blocked).toMatchObject([{ rule: 'guard.body-too-large' }]);
  });

  test('that would be one too many to hold is blocked; what has ended is not held', async () => {
    const { guard, site } = await guardedSite(page, { bodyLimit: 1_000 });
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    const head = `POST ${site.origin}/api/1 HTTP/1.1\r\nHost: ${hostOf(site.origin)}\r\nContent-Length: 1000\r\n\r\n`;
    const send = () => ask(guard, `${site.origin}/api/1`, { method: 'POST', body: Buffer.alloc(900) });
    for (let count = 0; count < 20; count += 1) expect((await send()).status).toBe(403);
    expect(guard.record().blocked).toMatchObject([{ rule: 'guard.no-rule', count: 20 }]);
    const waiting = await Promise.all(Array.from({ length: 8 }, () => dial(guard)));
    for (const socket of waiting) socket.write(head + 'x'.repeat(950));
    await pause(100);
    expect((await send().catch(() => null))?.status ?? 403).toBe(403);
    expect(guard.record().blocked.map(({ rule }) => rule)).toContain('guard.body-too-large');
    for (const socket of waiting) socket.destroy();
  });

  test('that breaks off is never sent', async () => {
    const { guard, site } = await guardedSite(page);
    guard.configure({ allowed_origins: [site.origin], write_rules: [statusRule(site.origin, 'draft')] });
    const socket = await dial(guard);
    socket.write(
      `POST ${site.origin}/api/1 HTTP/1.1\r\nHost: ${hostOf(site.origin)}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 18\r\n\r\n{"status":"dra',
    );
    await pause(100);
    socket.destroy();
    await pause(100);
    expect(site.seen).toEqual([]);
  });

  test('that is still on its way at the cut is never sent', async () => {
    const { guard, site } = await guardedSite(page);
    guard.configure({ allowed_origins: [site.origin], write_rules: [statusRule(site.origin, 'draft')] });
    const socket = await dial(guard);
    socket.write(
      `POST ${site.origin}/api/1 HTTP/1.1\r\nHost: ${hostOf(site.origin)}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 18\r\n\r\n{"status":"dra',
    );
    await pause(100);
    const ended = received(socket);
    guard.cut();
    socket.write('ft"}');
    expect(await ended).toBe('');
    expect(site.seen).toEqual([]);
  });
});

describe('the site’s certificate', () => {
  const variable = 'NODE_TLS_REJECT_UNAUTHORIZED';
  afterEach(() => {
    delete process.env[variable];
  });

  test('is verified by the guard, whatever the environment says', async () => {
    const { guard, site } = await guardedSite(page, { tls: true, trusted: false });
    process.env[variable] = '0';
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    const socket = await secureTunnel(guard, hostOf(site.origin), ['http/1.1']);
    const answer = received(socket, /\r\n\r\n/);
    socket.write(`GET / HTTP/1.1\r\nHost: ${hostOf(site.origin)}\r\n\r\n`);
    expect(await answer).toMatch(/^HTTP\/1.1 502/);
    socket.destroy();
    expect(site.seen).toEqual([]);
  });
});

test('reads survive a site that closes kept connections', async () => {
  const { guard, site } = await guardedSite((request, response) => {
    response.end('page', () => setTimeout(() => request.socket.destroy(), 1));
  });
  guard.configure({ allowed_origins: [site.origin], write_rules: [] });
  for (let count = 0; count < 40; count += 1) {
    expect((await ask(guard, site.origin)).status).toBe(200);
    await pause(count % 4);
  }
});
