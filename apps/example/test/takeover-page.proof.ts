import { findChromium } from '@cux/provider-playwright';
import type { LiveView, PersonInput, ScreenFrame } from '@cux/provider-sdk';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type ServedTakeover, serveTakeover } from '../src/takeover/serve-takeover.ts';

/** A red square, 20 pixels wide and high. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABQAAAAUCAIAAAAC64paAAAAG0lEQVR4nGP8z0A+YKJA76jmUc2jmkc1U0EzACKcASfOgGzfAAAAAElFTkSuQmCC',
  'base64',
);
const frame: ScreenFrame = {
  bytes: new Uint8Array(picture),
  mediaType: 'image/png',
  target: 't1',
  targets: ['t1'],
  dialog: null,
};

let served: ServedTakeover;
let browser: Browser | null = null;
afterEach(() => served.close());
afterAll(() => browser?.close());

/** A Screen that notes what is done on it. */
function screen(first: ScreenFrame = frame) {
  const inputs: PersonInput[] = [];
  let onFrame: (next: ScreenFrame) => void = () => undefined;
  let watchers = 0;
  const live: LiveView = {
    watch: async (tell) => {
      watchers += 1;
      onFrame = tell;
      tell(first);
      return async () => {
        watchers -= 1;
      };
    },
    input: async (input) => {
      inputs.push(input);
      return { kind: 'done' };
    },
  };
  return { live, inputs, show: (next: ScreenFrame) => onFrame(next), watchers: () => watchers };
}

function parts() {
  const url = new URL(served.url);
  return { origin: url.origin, token: url.hash.slice(1) };
}

function ask(
  path: string,
  changes: { method?: string; body?: string; headers?: Record<string, string> } = {},
) {
  const { origin, token } = parts();
  const { method = 'POST', body = null, headers = {} } = changes;
  return fetch(`${origin}${path}`, {
    method,
    body,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  });
}

describe('the page of a takeover', () => {
  it.each([
    { because: 'nobody without the secret', path: '/input', headers: { authorization: '' }, status: 401 },
    {
      because: 'nobody with another secret',
      path: '/input',
      headers: { authorization: 'Bearer x' },
      status: 401,
    },
    {
      because: 'no page of another site',
      path: '/input',
      headers: { origin: 'http://elsewhere.example' },
      status: 403,
    },
    {
      because: 'no frame with another secret',
      path: '/frames',
      method: 'GET',
      headers: { authorization: 'Bearer x' },
      status: 401,
    },
    {
      because: 'nobody gives it back without the secret',
      path: '/hand-back',
      headers: { authorization: '' },
      status: 401,
    },
    { because: 'nothing that is no input', path: '/input', body: '{"kind":"pointer"}', status: 400 },
    { because: 'nothing that is not JSON', path: '/input', body: '{', status: 400 },
    {
      because: 'no field that is unknown',
      path: '/input',
      body: '{"kind":"text","text":"a","more":1}',
      status: 400,
    },
    {
      because: 'no place beyond every Screen',
      path: '/input',
      body: '{"kind":"wheel","x":1e9,"y":0,"delta_x":0,"delta_y":0}',
      status: 400,
    },
    {
      because: 'nothing that is too long',
      path: '/input',
      body: JSON.stringify({ kind: 'text', text: 'a'.repeat(200_000) }),
      status: 413,
    },
  ])('lets $because through', async ({ path, status, because: _, ...request }) => {
    const { live, inputs, watchers } = screen();
    served = await serveTakeover(live, async () => true);
    expect((await ask(path, request)).status).toBe(status);
    expect(inputs).toEqual([]);
    expect(watchers()).toBe(0);
  });

  it('does nothing any more once the Screen was given back, and says so only when it was', async () => {
    const { live, inputs } = screen();
    let works = false;
    served = await serveTakeover(live, async () => works);
    expect((await ask('/hand-back')).status).toBe(409);
    expect((await ask('/input', { body: '{"kind":"text","text":"a"}' })).status).toBe(200);
    works = true;
    expect((await ask('/hand-back')).status).toBe(200);
    await served.handedBack;
    expect((await ask('/input', { body: '{"kind":"text","text":"a"}' })).status).toBe(410);
    expect((await ask('/frames', { method: 'GET' })).status).toBe(410);
    expect(inputs).toHaveLength(1);
  });

  it('shows the Screen in a browser, and carries pointer, keys, dialogs and tabs over in their order', async () => {
    const { live, inputs, show, watchers } = screen();
    served = await serveTakeover(live, async () => true);
    const found = await findChromium();
    if (found.kind !== 'found') throw new Error(found.kind);
    browser = await chromium.launch({
      executablePath: found.executablePath,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const page = await browser.newPage();
    const failures: string[] = [];
    page.on('pageerror', ({ message }) => failures.push(message));
    await page.goto(served.url);
    const image = page.getByRole('img');
    await expect.poll(() => image.evaluate((element) => Reflect.get(element, 'naturalWidth'))).toBe(20);
    expect(page.url()).not.toContain(parts().token);
    await image.click({ position: { x: 5, y: 7 } });
    await page.keyboard.press('a');
    const done = () => inputs.filter((input) => input.kind !== 'pointer' || input.action !== 'move');
    await expect.poll(done).toEqual([
      { kind: 'pointer', action: 'down', x: 5, y: 7, button: 'left', clicks: 1 },
      { kind: 'pointer', action: 'up', x: 5, y: 7, button: 'left', clicks: 1 },
      { kind: 'key', action: 'down', key: 'a' },
      { kind: 'key', action: 'up', key: 'a' },
    ]);
    inputs.splice(0);
    show({ ...frame, targets: ['t1', 't2'], dialog: { kind: 'confirm', text: '<b>Sure?</b>' } });
    await page.getByText('<b>Sure?</b>').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Tab').selectOption('t2');
    await expect
      .poll(() => inputs)
      .toEqual([
        { kind: 'dialog', accept: false },
        { kind: 'target', action: 'switch', label: 't2' },
      ]);
    await page.getByRole('button', { name: 'Give the Screen back' }).click();
    await page.getByText('You have given the Screen back').waitFor();
    await served.handedBack;
    await page.close();
    await expect.poll(watchers).toBe(0);
    expect(failures).toEqual([]);
  });
});
