import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import type { WriteRule } from '@cux/contracts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Guard } from '../../src/guard/guard.ts';
import { startGuard } from '../../src/guard/start-guard.ts';
import { systemClock } from '../../src/guard/system-clock.ts';
import { launchBehind } from './support/browser.ts';
import { guardedSite, pause, statusRule } from './support/guarded-site.ts';
import { type Handler, html, type Site, startSite } from './support/site.ts';
import { hintsOf, waysOut } from './support/ways-out.ts';

const formRule = (origin: string): WriteRule => ({
  ...statusRule(origin, 'draft'),
  path: '/redirect/{integer}',
  body: { kind: 'form', fields: [{ field: 'a', operator: 'equals', value: '1' }], other_fields: 'deny' },
});

test('a redirect of an allowed write to another origin is decided anew', async () => {
  const other = await startSite(html('other'));
  const { guard, site } = await guardedSite((request, response, body) => {
    const status = /^\/redirect\/(307|308)$/.exec(request.url ?? '')?.[1];
    if (status === undefined)
      html('<form method="post"><input name="a" value="1"></form>')(request, response, body);
    else response.writeHead(Number(status), { location: `${other.origin}/target/${status}` }).end();
  });
  guard.configure({ allowed_origins: [site.origin, other.origin], write_rules: [formRule(site.origin)] });
  const browser = await launchBehind(guard);
  const page = await browser.newPage();
  const blocked = () => guard.record().blocked.map(({ path, count }) => [path, count]);
  for (const status of [307, 308]) {
    const address = `/redirect/${status}`;
    await page.goto(site.origin);
    await page.evaluate(`document.forms[0].action = '${address}'; document.forms[0].submit()`);
    await expect.poll(blocked).toContainEqual([`/target/${status}`, 1]);
    await page.goto(site.origin);
    await page.evaluate(
      `void fetch('${address}', { method: 'POST', body: new URLSearchParams({ a: '1' }) })`,
    );
    await expect.poll(blocked).toContainEqual([`/target/${status}`, 2]);
  }
  await browser.close();
  await pause(1_000);
  await other.close();
  expect(site.writes()).toHaveLength(4);
  expect(other.writes()).toEqual([]);
});

async function siteOfTest(handler: Handler): Promise<Site> {
  const site = await startSite(handler);
  onTestFinished(() => site.close());
  return site;
}

/** They share a browser: what each page does is a matter between it, its own site and the guard. */
describe('a page', () => {
  let guard: Guard;
  let browser: Browser;
  beforeAll(async () => {
    guard = await startGuard({ clock: systemClock });
    browser = await launchBehind(guard);
  });
  afterAll(async () => {
    await browser.close();
    await guard.close();
  });

  const blockedOf = (site: Site) => guard.record().blocked.filter(({ origin }) => origin === site.origin);

  test('may read a stream of events, and stays where it is when its form is blocked', async () => {
    const site = await siteOfTest((request, response, body) => {
      if (request.url !== '/events')
        return html('<title>first</title><form method="post"></form>')(request, response, body);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: hello\n\n');
    });
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    const page = await browser.newPage();
    await page.goto(site.origin);
    const message = `new Promise((resolve) => { new EventSource('/events').onmessage = (event) => resolve(event.data) })`;
    expect(await page.evaluate(message)).toBe('hello');
    await page.evaluate('document.forms[0].submit()');
    await expect.poll(() => blockedOf(site)).toHaveLength(1);
    await pause(300);
    expect([await page.title(), page.url()]).toEqual(['first', `${site.origin}/`]);
    await page.close();
    expect(site.writes()).toEqual([]);
  });

  test('stays where it is when a link leads to a foreign origin', async () => {
    const foreign = await startSite(html('<title>foreign</title>'));
    const site = await siteOfTest(html(`<title>first</title><a href="${foreign.origin}">go</a>`));
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    const page = await browser.newPage();
    await page.goto(site.origin);
    await page.click('a');
    await pause(500);
    expect(await page.title()).toBe('first');
    await page.close();
    await foreign.close();
    expect(foreign.seen).toEqual([]);
  });

  test('reaches no other origin by anything that loads, hints, opens, asks or refreshes', async () => {
    const connections: string[] = [];
    const foreign = await siteOfTest((request, response, body) => html('')(request, response, body));
    const counting = createServer((socket) => connections.push(String(socket.destroy().remotePort)));
    await new Promise<void>((resolve) => counting.listen(0, '127.0.0.1', resolve));
    const silent = `http://127.0.0.1:${(counting.address() as { port: number }).port}`;
    const site = await siteOfTest(html(`${waysOut(foreign.origin).html}${hintsOf(silent)}`));
    const { named, script } = waysOut(foreign.origin);
    const go = async () => {
      const page = await browser.newPage();
      await page.goto(site.origin, { waitUntil: 'commit' });
      await page.evaluate(script);
      return page;
    };
    // First where it is allowed, so that every way is known to be one.
    guard.configure({ allowed_origins: [site.origin, foreign.origin], write_rules: [] });
    const seen = () => new Set(foreign.seen.map(({ path }) => path.slice(1)));
    const allowed = await go();
    await expect.poll(() => named.filter((name) => !seen().has(name)), { timeout: 60_000 }).toEqual([]);
    await allowed.close();
    const before = foreign.seen.length;
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    const denied = await go();
    await pause(1_000);
    await denied.close();
    await pause(1_000);
    expect(foreign.seen.slice(before)).toEqual([]);
    expect(connections).toEqual([]);
    expect(await new Promise((resolve) => counting.close(resolve))).toBeUndefined();
  });

  test('on localhost goes through the guard as well', async () => {
    const site = await siteOfTest(html('<title>local</title>'));
    const local = site.origin.replace('127.0.0.1', 'localhost');
    guard.configure({ allowed_origins: [local], write_rules: [] });
    const page = await browser.newPage();
    await page.goto(local);
    expect(await page.title()).toBe('local');
    const status = await page.evaluate(`fetch('/', { method: 'POST' }).then((answer) => answer.status)`);
    expect(status).toBe(403);
    const byAddress = await page.evaluate(
      `fetch('${site.origin}', { mode: 'no-cors' }).then(() => document.title, () => 'failed')`,
    );
    expect(byAddress).toBe('local');
    await page.close();
    expect(site.seen.filter(({ path }) => path === '/')).toHaveLength(1);
  });

  test('cannot reach anyone by WebRTC', async () => {
    const datagrams: unknown[] = [];
    const connections: unknown[] = [];
    const stun = createSocket('udp4', (message) => datagrams.push(message));
    const turn = createServer((socket) => connections.push(socket.destroy()));
    await new Promise<void>((resolve) => stun.bind(0, '127.0.0.1', resolve));
    await new Promise<void>((resolve) => turn.listen(0, '127.0.0.1', resolve));
    const turnPort = (turn.address() as { port: number }).port;
    const site = await siteOfTest(html('webrtc'));
    guard.configure({ allowed_origins: [site.origin, `http://127.0.0.1:${turnPort}`], write_rules: [] });
    const page = await browser.newPage();
    await page.goto(site.origin);
    const servers = [
      { urls: `stun:127.0.0.1:${stun.address().port}` },
      { urls: `turn:127.0.0.1:${turnPort}?transport=tcp`, username: 'a', credential: 'b' },
    ];
    await page.evaluate(`(async () => {
      const connection = new RTCPeerConnection({ iceServers: ${JSON.stringify(servers)} });
      connection.createDataChannel('a');
      const gathered = new Promise((resolve) => {
        connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve();
        setTimeout(resolve, 4000);
      });
      await connection.setLocalDescription(await connection.createOffer());
      await gathered;
    })()`);
    await page.close();
    await pause(500);
    stun.close();
    turn.close();
    expect([datagrams, connections]).toEqual([[], []]);
  });
});
