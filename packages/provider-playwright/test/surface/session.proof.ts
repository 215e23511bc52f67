import { createSocket } from 'node:dgram';
import { readdir } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import type { LiveView, ScreenFrame } from '@cux/provider-sdk';
import { afterAll, describe, expect, test } from 'vitest';
import { blockedAt, blockedSoon, button, elementOf, textbox } from '../harness/on-page.ts';
import { page } from '../harness/page.ts';
import { isFree, loadPatience, pause, startWorkbench, type Workbench } from '../harness/workbench.ts';

const pages: Record<string, string> = {
  '/form': page('<label>Title <input></label><button onclick="post(\'/press\')">Publish</button>'),
  '/articles/7/edit': page('<h1>Editor</h1>'),
  '/alert-on-press': page('<button onclick="alert(\'Saved?\')">Publish</button>'),
  '/alert-on-input': page('<label>Title <input oninput="confirm(\'Sure?\')"></label>'),
  '/leaving': page('<label>Title <input></label>', 'onbeforeunload = (event) => event.preventDefault();'),
  '/popup': page('<button id="p">Open</button>', "p.onclick = () => window.open('/form');"),
  '/posts-into-tab': page(
    '<form id="h" action="/away" method="post" target="_blank"></form><button id="p">Open</button>',
    'p.onclick = () => h.submit();',
  ),
  '/sign-in': page('<p>Welcome</p>', "document.cookie = 'sid=kept; path=/'; localStorage.k = 'kept';"),
  '/busy': page(
    '<p>Every 2 ms, and at the end</p>',
    "addEventListener('pagehide', () => navigator.sendBeacon('/bye', 'x')); setInterval(() => post('/busy-write'), 2);",
  ),
  '/secret': page(
    '<label>Password <input type="password" value="CANARY"></label><label>A <input></label><label>B <input></label><label>C <input></label>',
  ),
  '/api/article.json': JSON.stringify({
    id: 7,
    status: 'draft',
    'a/b': [true, { deep: 'found' }],
    none: null,
  }),
  '/api/nonce.json': 'abc123\n',
  '/worker': page(
    '<p>worker</p>',
    `Promise.allSettled([
       navigator.serviceWorker.register('/worker.js'),
       ServiceWorkerContainer.prototype.register.call(navigator.serviceWorker, '/worker.js'),
     ]).then(async () => {
       const registered = await navigator.serviceWorker.getRegistrations();
       if (registered.length > 0) await navigator.serviceWorker.ready;
       document.title = 'settled with ' + registered.length;
     });`,
  ),
  '/worker.js': 'onfetch = (event) => event.respondWith(new Response(JSON.stringify({ status: "forged" })));',
};

async function click(live: LiveView, x: number, y: number) {
  await live.input({ kind: 'pointer', action: 'down', x, y, button: 'left', clicks: 1 });
  return live.input({ kind: 'pointer', action: 'up', x, y, button: 'left', clicks: 1 });
}

let bench: Workbench;
let open = false;

async function close(): Promise<void> {
  if (open) await bench.close();
  open = false;
}
afterAll(close);

/** In a browser of its own when the last test has left something in it: a dialog, a target, an end. */
async function openAt(where: string): Promise<void> {
  if (!open || !(await isFree(bench))) {
    await close();
    bench = await startWorkbench(pages);
    open = true;
  }
  expect(await bench.surface.open(bench.site.origin + where, loadPatience)).toEqual({ kind: 'reached' });
}

describe('native dialogs', () => {
  test('hold the page, are named, are never answered, and nobody waits for their end', async () => {
    await openAt('/alert-on-press');
    const publish = await elementOf(bench, button('Publish'));
    expect(await bench.surface.press(publish, 5_000)).toEqual({ kind: 'done' });
    expect(await bench.surface.stopSigns()).toEqual([
      { code: 'native_dialog', role: null, name: 'Saved?', dialogKind: 'alert' },
    ]);
    expect(await bench.surface.resolve(button('Publish'))).toEqual({ kind: 'missing' });
    expect(await bench.surface.press(publish, 5_000)).toEqual({
      kind: 'refused',
      readiness: { kind: 'covered' },
    });
    expect(await bench.surface.capture('screenshot')).toBeNull();
    expect((await bench.surface.location())?.path).toBe('/alert-on-press');
    await expect(bench.session.geometry()).rejects.toMatchObject({ code: 'engine_gone' });
    await bench.session.close();
  });

  test('end a fill whose result is then unknown', async () => {
    await openAt('/alert-on-input');
    const outcome = await bench.surface.fill(await elementOf(bench, textbox('Title')), 'x');
    expect(outcome).toEqual({ kind: 'outcome_unknown' });
    expect(await bench.surface.stopSigns()).toMatchObject([{ code: 'native_dialog', dialogKind: 'confirm' }]);
  });

  test('before leaving stop the navigation', async () => {
    await openAt('/leaving');
    await bench.surface.fill(await elementOf(bench, textbox('Title')), 'x');
    await bench.probe.pressKey(bench.site.origin);
    const outcome = await bench.surface.open(`${bench.site.origin}/form`, loadPatience);
    expect(outcome).toEqual({ kind: 'stopped' });
    expect(await bench.surface.stopSigns()).toMatchObject([{ dialogKind: 'beforeunload' }]);
  });
});

test('the geometry is what the browser lays out', async () => {
  await openAt('/form');
  expect(await bench.session.geometry()).toEqual({ width: 1_280, height: 800, scale_percent: 100 });
});

describe('targets', () => {
  test('one that the page opens is known and never becomes the active one', async () => {
    await openAt('/popup');
    expect(bench.surface.unexpectedTargetOpened()).toBe(false);
    await bench.surface.press(await elementOf(bench, button('Open')), 5_000);
    await expect.poll(() => bench.surface.unexpectedTargetOpened()).toBe(true);
    await expect.poll(() => bench.surface.targets()).toEqual(['t1', 't2']);
    expect((await bench.surface.location())?.path).toBe('/popup');
    await elementOf(bench, button('Open'));
    expect(await bench.surface.switchTarget('t2')).toEqual({ kind: 'done' });
    await expect.poll(async () => (await bench.surface.resolve(button('Publish'))).kind).toBe('found');
    expect(await bench.surface.closeTarget('t2')).toEqual({ kind: 'done' });
    expect(await bench.surface.location()).toBeNull();
    expect(await bench.surface.targets()).toEqual(['t1']);
    expect(await bench.surface.switchTarget('t2')).toEqual({ kind: 'lost' });
  });

  test('one whose first request is blocked is a fact, too', async () => {
    await openAt('/posts-into-tab');
    await bench.surface.press(await elementOf(bench, button('Open')), 5_000);
    await expect.poll(() => bench.surface.unexpectedTargetOpened()).toBe(true);
    expect(await blockedSoon(bench, '/away')).toBe(1);
    expect(bench.site.writes).toEqual([]);
    await elementOf(bench, button('Open'));
  });

  test('a press in a target that has gone is lost', async () => {
    await openAt('/form');
    const publish = await elementOf(bench, button('Publish'));
    await bench.probe.closePage(bench.site.origin);
    await expect.poll(() => bench.surface.location()).toBeNull();
    expect((await bench.surface.press(publish, 5_000)).kind).toBe('lost');
    expect(await bench.surface.resolve(button('Publish'))).toEqual({ kind: 'missing' });
  });
});

describe('what is read', () => {
  test('an address gives its part and nothing else', async () => {
    await openAt('/articles/7/edit?token=CANARY#CANARY');
    expect(await bench.surface.location()).toEqual({ origin: bench.site.origin, path: '/articles/7/edit' });
    expect(await bench.surface.matchAddress('/articles/{integer}/edit')).toBe('7');
    expect(await bench.surface.matchAddress('/articles/{integer}')).toBeNull();
    expect(await bench.surface.matchAddress('/{segment}/7/edit')).toBe('articles');
  });

  test('JSON by pointer, through the guard, of the same origin only', async () => {
    await openAt('/form');
    const url = `${bench.site.origin}/api/article.json`;
    expect(await bench.surface.readJson(url, '/status', null)).toBe('draft');
    expect(await bench.surface.readJson(url, '/id', null)).toBe(7);
    expect(await bench.surface.readJson(url, '/a~1b/1/deep', null)).toBe('found');
    expect(await bench.surface.readJson(url, '/a~1b', null)).toBeNull();
    expect(await bench.surface.readJson(url, '/missing', null)).toBeNull();
    expect(await bench.surface.readJson(`${bench.site.origin}/nothing.json`, '/id', null)).toBeNull();
    expect(await bench.surface.readJson('http://localhost:1/x.json', '/id', null)).toBeNull();
    const header = { name: 'X-Nonce', url: `${bench.site.origin}/api/nonce.json` };
    expect(await bench.surface.readJson(url, '/status', header)).toBe('draft');
  });

  test('no service worker answers for the site', async () => {
    await openAt('/worker');
    await expect.poll(() => bench.probe.evaluate(bench.site.origin, 'document.title')).toBe('settled with 0');
    await bench.surface.open(`${bench.site.origin}/form`, loadPatience);
    await elementOf(bench, button('Publish'));
    const url = `${bench.site.origin}/api/article.json`;
    expect(await bench.surface.readJson(url, '/status', null)).toBe('draft');
  });

  test('no page sends a datagram around the proxy', async () => {
    await openAt('/form');
    const socket = createSocket('udp4');
    let datagrams = 0;
    socket.on('message', () => {
      datagrams += 1;
    });
    await new Promise<void>((bound) => socket.bind(0, '0.0.0.0', bound));
    const { port } = socket.address();
    const outside = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    const host =
      outside.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
    const tried = `(async () => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${host}:${port}' }] });
      peer.createDataChannel('x');
      const gathered = new Promise((done) => {
        peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && done();
      });
      await peer.setLocalDescription(await peer.createOffer());
      await gathered;
      const transport = new WebTransport('https://${host}:${port}/');
      return transport.ready.then(() => 'connected', () => 'refused');
    })()`;
    expect(await bench.probe.evaluate(bench.site.origin, tried)).toBe('refused');
    await pause(500);
    expect(datagrams).toBe(0);
    socket.close();
  });

  test('a picture, with secrets painted over', async () => {
    await openAt('/secret');
    const picture = await bench.surface.capture('screenshot');
    expect(picture).toMatchObject({ evidenceClass: 'screenshot', mediaType: 'image/png', redacted: true });
    expect(
      Buffer.from(picture?.bytes ?? [])
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const tree = await bench.surface.capture('accessibility_snapshot');
    expect(new TextDecoder().decode(tree?.bytes)).toMatch(/textbox "Password"/);
    expect(new TextDecoder().decode(tree?.bytes)).not.toContain('CANARY');
    expect(await bench.surface.capture('video')).toBeNull();
  });
});

describe('a session', () => {
  test('is kept and restored', async () => {
    await openAt('/sign-in');
    const stored = await bench.session.exportStoredSession();
    const { site } = bench;
    await bench.session.close();
    const again = await startWorkbench({}, { site, storedSession: stored });
    try {
      await again.surface.open(`${site.origin}/form`, loadPatience);
      expect(await again.probe.evaluate(site.origin, 'document.cookie + "/" + localStorage.k')).toBe(
        'sid=kept/kept',
      );
      expect(again.surface.unexpectedTargetOpened()).toBe(false);
      expect(await again.surface.targets()).toEqual(['t1']);
    } finally {
      await again.close();
    }
  });

  test('a person may take over, and their press passes; afterwards none does', async () => {
    await openAt('/form');
    const takeover = await bench.surface.takeover();
    expect(await takeover.type(textbox('Title'), 'by hand')).toEqual({ kind: 'done' });
    expect((await takeover.screenshot()).length).toBeGreaterThan(100);
    await bench.probe.pressAt(bench.site.origin, 230, 18);
    expect(await blockedSoon(bench, '/press')).toBe(1);
    expect(await takeover.press(button('Publish'))).toEqual({ kind: 'done' });
    await expect.poll(() => blockedAt(bench, '/press')).toBe(2);
    expect(await takeover.location()).toMatchObject({ path: '/form' });
    await takeover.release();
    await bench.probe.pressAt(bench.site.origin, 230, 18);
    // Sent by the same page later than a press could have sent its own.
    await bench.probe.evaluate(bench.site.origin, "post('/afterwards')");
    expect(await blockedSoon(bench, '/afterwards')).toBe(1);
    expect(blockedAt(bench, '/press')).toBe(2);
  });

  test('a person sees the screen move and has its pointer and keys; after the release neither', async () => {
    await openAt('/form');
    const takeover = await bench.surface.takeover();
    const live = takeover.live as LiveView;
    const frames: ScreenFrame[] = [];
    await live.watch((frame) => frames.push(frame));
    await expect.poll(() => frames.length).toBeGreaterThan(0);
    expect(frames[0]).toMatchObject({ mediaType: 'image/jpeg', targets: ['t1'], dialog: null });
    expect(frames[0]?.bytes.subarray(0, 2)).toEqual(new Uint8Array([0xff, 0xd8]));
    expect(await click(live, 70, 18)).toEqual({ kind: 'done' });
    expect(await live.input({ kind: 'text', text: 'by han' })).toEqual({ kind: 'done' });
    for (const action of ['down', 'up'] as const)
      expect(await live.input({ kind: 'key', action, key: 'd' })).toEqual({ kind: 'done' });
    expect(await live.input({ kind: 'key', action: 'down', key: 'Nonsense' })).toMatchObject({
      kind: 'refused',
    });
    expect(await bench.surface.holds(textbox('Title'), { kind: 'text', value: 'by hand' })).toBe('held');
    const before = blockedAt(bench, '/press');
    await click(live, 230, 18);
    await expect.poll(() => blockedAt(bench, '/press')).toBe(before + 1);
    const shown = frames.length;
    await takeover.release();
    expect(await click(live, 230, 18)).toEqual({ kind: 'lost' });
    await bench.probe.evaluate(bench.site.origin, "document.body.style.background = 'red'");
    await pause(200);
    expect(frames.length).toBe(shown);
  });

  test('a person sees the dialog that holds the page, and answers it', async () => {
    await openAt('/alert-on-press');
    const takeover = await bench.surface.takeover();
    const live = takeover.live as LiveView;
    const frames: ScreenFrame[] = [];
    await live.watch((frame) => frames.push(frame));
    expect(await live.input({ kind: 'dialog', accept: true })).toMatchObject({ kind: 'refused' });
    await click(live, 30, 18);
    await expect.poll(() => frames.at(-1)?.dialog).toEqual({ kind: 'alert', text: 'Saved?' });
    expect(await live.input({ kind: 'dialog', accept: true })).toEqual({ kind: 'done' });
    await takeover.release();
    expect((await bench.surface.stopSigns()).map(({ code }) => code)).not.toContain('native_dialog');
  });

  test('a target that a person opens is theirs to look at, and nobody’s surprise', async () => {
    await openAt('/popup');
    const takeover = await bench.surface.takeover();
    const live = takeover.live as LiveView;
    const frames: ScreenFrame[] = [];
    await live.watch((frame) => frames.push(frame));
    await click(live, 30, 18);
    await expect.poll(() => frames.at(-1)?.targets).toEqual(['t1', 't2']);
    expect(await live.input({ kind: 'target', action: 'switch', label: 't2' })).toEqual({ kind: 'done' });
    await expect.poll(() => frames.at(-1)?.target).toBe('t2');
    await expect.poll(async () => (await bench.surface.location())?.path).toBe('/form');
    expect(await live.input({ kind: 'target', action: 'close', label: 't2' })).toEqual({ kind: 'done' });
    expect(await live.input({ kind: 'target', action: 'switch', label: 't1' })).toEqual({ kind: 'done' });
    expect(await live.input({ kind: 'target', action: 'close', label: 't9' })).toEqual({ kind: 'lost' });
    expect(bench.surface.unexpectedTargetOpened()).toBe(false);
    await takeover.release();
  });

  test('lets nothing leave, not even at its end, and leaves nothing behind', async () => {
    await openAt('/busy');
    expect(await blockedSoon(bench, '/busy-write')).toBeGreaterThan(0);
    await bench.session.close();
    await bench.session.close();
    await pause(1_000);
    expect(bench.site.writes).toEqual([]);
    expect(await readdir(bench.workingDirectory)).toEqual([]);
    await expect(bench.surface.location()).rejects.toThrow(/The browser has ended/);
  });
});
