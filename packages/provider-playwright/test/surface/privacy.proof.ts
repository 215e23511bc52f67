import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { page } from '../harness/page.ts';
import { loadPatience, startWorkbench, type Workbench } from '../harness/workbench.ts';

const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
const at = 'margin:0;position:absolute;left:100px;top:200px;font:16px monospace;white-space:nowrap';
const shadow = (mode: string) =>
  `h.attachShadow({ mode: '${mode}' }).innerHTML = '<span style="${at}">${secret}</span>';`;

interface Row {
  readonly because: string;
  readonly body: string;
  readonly script?: string;
}

const hidden: Record<string, Row> = {
  '/text': { because: 'text', body: `<p style="${at}">Your token: ${secret}</p>` },
  '/split': {
    because: 'a text in two colours',
    body: `<p style="${at}">${secret.slice(0, 9)}<b style="font-weight:400">${secret.slice(9)}</b></p>`,
  },
  '/field': {
    because: 'the value of a field',
    body: `<input size="60" value="${secret}" style="${at};border:0;padding:0">`,
  },
  '/area': {
    because: 'the value of a text area',
    body: `<textarea cols="60" style="${at};border:0;padding:0">${secret}</textarea>`,
  },
  '/open': { because: 'an open shadow root', body: '<div id="h"></div>', script: shadow('open') },
  '/closed': { because: 'a closed shadow root', body: '<div id="h"></div>', script: shadow('closed') },
  '/frame': {
    because: 'a frame',
    body: `<iframe style="position:absolute;left:60px;top:160px;border:0;width:900px;height:200px" srcdoc="<p style='margin:0;position:absolute;left:40px;top:40px;font:16px monospace'>${secret}</p>"></iframe>`,
  },
  '/large': {
    because: 'a very large page',
    body: `<p style="${at}">${secret}</p><div id="rows" style="position:absolute;top:900px"></div>`,
    script: "rows.innerHTML = '<i></i>'.repeat(20_000)",
  },
  '/scrolled': {
    because: 'a page that was scrolled',
    body: `<p style="${at.replace('200px', '1200px')}">${secret}</p><div style="height:4000px"></div>`,
    script: 'scrollTo(0, 1000)',
  },
};

const pages = Object.fromEntries([
  ...Object.entries(hidden).map(([path, { body, script }]) => [path, page(body, script)]),
  ['/clean', page('<h1>Editor</h1><label>Title <input value="Quarterly notes"></label>')],
  ['/named', page(`<button>Copy ${secret}</button>`)],
  ['/many', page(`<button>${'pw: a1b2 '.repeat(12)}</button>`.repeat(40))],
  [
    '/running',
    page(
      `<p id="p" style="${at}">${secret}</p>`,
      "let x = 0; setInterval(() => { x = (x + 3) % 500; p.style.top = x + 'px'; }, 5);",
    ),
  ],
]) as Record<string, string>;

let bench: Workbench;
beforeAll(async () => {
  bench = await startWorkbench(pages);
});
afterAll(() => bench.close());

async function shot(path: string) {
  expect(await bench.surface.open(bench.site.origin + path, loadPatience)).toEqual({ kind: 'reached' });
  const evidence = await bench.surface.capture('screenshot');
  if (evidence === null) throw new Error('no picture was taken');
  return evidence;
}

const decoded = (bytes: Uint8Array): PNG => PNG.sync.read(Buffer.from(bytes));

/** How many colours are in a part of the picture: painted over, it is one. */
function coloursIn(picture: PNG, left: number, top: number, width: number, height: number): number {
  const colours = new Set<number>();
  for (let y = top; y < top + height; y += 1) {
    for (let x = left; x < left + width; x += 1) {
      colours.add(picture.data.readUInt32BE((y * picture.width + x) * 4));
    }
  }
  return colours.size;
}

describe('a picture that is kept', () => {
  test.each(Object.entries(hidden).map(([path, { because }]) => [because, path] as const))(
    'shows no secret of %s',
    async (_because, path) => {
      const { bytes, redacted } = await shot(path);
      expect(redacted).toBe(true);
      // Where the secret stands, nothing is drawn; and the rest of the picture is still there.
      const picture = decoded(bytes);
      expect(coloursIn(picture, 102, 203, 300, 12)).toBe(1);
      expect(coloursIn(picture, 0, 0, 1_280, 800)).toBeGreaterThan(1);
    },
  );

  test('shows what a reviewer has to see', async () => {
    const { bytes, redacted } = await shot('/clean');
    expect(redacted).toBe(true);
    expect(coloursIn(decoded(bytes), 0, 0, 300, 100)).toBeGreaterThan(10);
    expect(Buffer.from(bytes).includes(Buffer.from('IEND'))).toBe(true);
  });

  test('is not called redacted when the secret would not stand still for it', async () => {
    expect((await shot('/running')).redacted).toBe(false);
  });
});

test('a name that holds a secret leaves without it', async () => {
  await bench.surface.open(`${bench.site.origin}/named`, loadPatience);
  const snapshot = await bench.surface.capture('accessibility_snapshot');
  const text = new TextDecoder().decode(snapshot?.bytes);
  const { tree } = await bench.surface.observe({ nodes: 100, bytes: 10_000 });
  for (const shown of [text, tree]) {
    expect(shown).toContain('button "Copy');
    expect(shown).not.toContain(secret.slice(6, 20));
  }
  expect(snapshot?.redacted).toBe(true);
});

test('what stands in place of secrets makes an observation no longer than it was asked for', async () => {
  await bench.surface.open(`${bench.site.origin}/many`, loadPatience);
  for (const bytes of [256, 2_000]) {
    const { tree, truncated } = await bench.surface.observe({ nodes: 100, bytes });
    expect(Buffer.byteLength(tree)).toBeLessThanOrEqual(bytes);
    expect({ truncated, shows: tree.includes('pw: <redacted>') }).toEqual({ truncated: true, shows: true });
  }
  const { tree } = await bench.surface.observe({ nodes: 100, bytes: 20_000 });
  expect(tree.split('\n')).toHaveLength(40);
});
