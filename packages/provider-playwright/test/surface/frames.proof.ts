import type { Target } from '@cux/contracts';
import type { ElementRef } from '@cux/provider-sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CountingSite, startCountingSite } from '../harness/counting-site.ts';
import { blockedAt, blockedSoon, elementOf } from '../harness/on-page.ts';
import { page } from '../harness/page.ts';
import { loadPatience, pause, startWorkbench, type Workbench } from '../harness/workbench.ts';

/** What is in the frame: every kind of field and a final action. */
const form = page(
  `<label>Title <input id="t"></label><label>Notes <textarea id="n">old</textarea></label>
   <div contenteditable role="textbox" aria-label="Rich">old</div><label>Day <input type="date" id="d"></label>
   <label>Kind <select id="k"><option>Note<option>Story</select></label>
   <button role="combobox" id="c" aria-label="Place" aria-expanded="false">Place</button><ul role="listbox" hidden id="l"><li role="option">Harbour</ul>
   <label><input type="checkbox" id="a"> Agreed</label><label>Picture <input type="file" id="f"></label>
   <button id="p" onclick="post('/inner-press')">Publish</button>`,
  `c.onclick = () => { l.hidden = false; };
   l.onclick = ({ target }) => { c.textContent = 'Harbour'; l.hidden = true; };
   if (location.hash === '#tell') addEventListener('pointermove', () => parent.postMessage('over', '*'));
   if (location.hash === '#swap') addEventListener('pointermove', () => { p.textContent = 'Delete'; });
   if (location.hash === '#far') p.style.cssText = 'position:absolute;top:1500px';`,
);

/** A page with the frame of another origin on it, and what the page itself does. */
function around(script = '', { hash = '', style = 'width:700px;height:400px', path = '/form' } = {}): string {
  return page(
    `<button onclick="post('/outer-press')">Publish</button><div id="above"></div><iframe id="i" name="editor" title="Editor" style="${style}"></iframe>`,
    `const other = new URLSearchParams(location.search).get('other') ?? location.origin.replace('127.0.0.1', 'localhost');
     i.src = other + '${path}' + location.search + '${hash}'; ${script}`,
  );
}

const cover = `document.body.insertAdjacentHTML('beforeend', '<div style="position:fixed;inset:0"></div>');`;
const pages = {
  '/form': form,
  '/other-form': page(`<button onclick="post('/inner-press')">Publish</button>`),
  '/around': around(),
  '/far-down': around(`above.style.height = '3000px';`, { hash: '#far' }),
  '/scaled': around('', { style: 'width:700px;height:400px;transform:scale(0.6);border:7px solid' }),
  '/swapped': around('', { hash: '#swap' }),
  '/on-hover': around(`onmessage = () => { ${cover} };`, { hash: '#tell' }),
  '/modal': page('<dialog id="m" aria-label="Sure?">x</dialog><input aria-label="Title">', 'm.showModal();'),
  '/around-modal': around('', { path: '/modal' }),
  '/back': around(`i.name = 'inmost';`, { path: '/form' }).replace(
    "location.origin.replace('127.0.0.1', 'localhost')",
    "location.origin.replace('localhost', '127.0.0.1')",
  ),
  '/nested': around(`i.name = 'middle';`, { path: '/back', style: 'width:900px;height:600px' }),
};

const inFrame = (role: Target['role'], name: string, frame = 'editor'): Target => ({ role, name, frame });
const publish = inFrame('button', 'Publish');
const text = (value: string) => ({ kind: 'text', value }) as const;
const covered = { kind: 'refused', readiness: { kind: 'covered' } };

let bench: Workbench;
let neighbour: CountingSite;
beforeAll(async () => {
  neighbour = await startCountingSite(new Map(Object.entries(pages)));
  bench = await startWorkbench(pages);
  bench.guard.configure({ allowed_origins: origins(), write_rules: [] });
});
afterAll(async () => {
  await bench.close();
  await neighbour.close();
});

function origins(): string[] {
  const { origin } = bench.site;
  return [origin, origin.replace('127.0.0.1', 'localhost'), neighbour.origin];
}

const inPage = (expression: string) => bench.probe.evaluate(bench.site.origin, `{ ${expression} }`);
const pressed = () => blockedAt(bench, '/inner-press');

/** Opens the page, and waits until this element of its frame is there. */
async function open(path: string, target: Target = publish): Promise<ElementRef> {
  await bench.surface.open(bench.site.origin + path, loadPatience);
  await expect.poll(async () => (await bench.surface.resolve(target)).kind).toBe('found');
  return elementOf(bench, target);
}

/** Another site lives in a process of its own; another origin of the same site in the same. */
describe.each([
  ['another site', () => ''],
  ['another origin of the same site', () => `?other=${encodeURIComponent(neighbour.origin)}`],
])('in a frame of %s', (_kind, query) => {
  test('every kind of field is filled and read back', async () => {
    await open(`/around${query()}`);
    const { surface } = bench;
    for (const [name, value] of [
      ['Title', 'A “new” title'],
      ['Title', ''],
      ['Notes', 'one\ntwo'],
      ['Rich', 'first\nsecond'],
      ['Day', '2027-03-04'],
    ] as const) {
      const target = inFrame('textbox', name);
      expect(await surface.fill(await elementOf(bench, target), value), name).toEqual({ kind: 'done' });
      expect(await surface.holds(target, text(value)), name).toBe('held');
    }
    const kind = inFrame('combobox', 'Kind');
    expect(await surface.select(await elementOf(bench, kind), 'Story')).toEqual({ kind: 'done' });
    expect(await surface.holds(kind, { kind: 'option', label: 'Story' })).toBe('held');
    const place = inFrame('combobox', 'Place');
    expect(await surface.select(await elementOf(bench, place), 'Harbour')).toEqual({ kind: 'done' });
    expect(await surface.holds(place, { kind: 'option', label: 'Harbour' })).toBe('held');
    const agreed = inFrame('checkbox', 'Agreed');
    expect(await surface.setChecked(await elementOf(bench, agreed), true)).toEqual({ kind: 'done' });
    expect(await surface.holds(agreed, { kind: 'checked', checked: true })).toBe('held');
    const title = await elementOf(bench, inFrame('textbox', 'Title'));
    expect(await surface.keypress(title, ['k', 'o'], 5_000)).toEqual({ kind: 'done' });
    expect(await surface.holds(inFrame('textbox', 'Title'), text('ko'))).toBe('held');
  });

  test('the final action is pressed once', async () => {
    const before = pressed();
    const element = await open(`/around${query()}`);
    expect(await bench.surface.readiness(element, 'press')).toEqual({ kind: 'ready' });
    expect(await bench.surface.press(element, 5_000)).toEqual({ kind: 'done' });
    await expect.poll(() => pressed() - before).toBe(1);
    expect(blockedAt(bench, '/outer-press')).toBe(0);
  });
});

describe('in a frame of another site', () => {
  test('what is there is shown, and said to be of that origin', async () => {
    const element = await open('/around');
    const { tree, truncated } = await bench.surface.observe({ nodes: 500, bytes: 50_000 });
    expect(truncated).toBe(false);
    const line = tree.split('\n').filter((each) => each.includes('button "Publish"'));
    expect(line).toHaveLength(2);
    const origin = origins()[1];
    expect(element.origin).toBe(origin);
    const ref = /\[ref=(e\d+)\]/.exec(line[1] ?? '')?.[1] ?? '';
    expect(await bench.surface.lookup(ref)).toMatchObject({ kind: 'found', element: { origin } });
  });

  test('nothing is done under what the page lays over the frame', async () => {
    const before = pressed();
    const element = await open('/around');
    await inPage(cover);
    const { surface } = bench;
    expect(await surface.readiness(element)).toEqual({ kind: 'covered' });
    expect(await surface.press(element, 5_000)).toEqual(covered);
    const title = await elementOf(bench, inFrame('textbox', 'Title'));
    expect(await surface.fill(title, 'x')).toEqual(covered);
    expect(await surface.keypress(title, ['x'], 5_000)).toEqual(covered);
    const kind = await elementOf(bench, inFrame('combobox', 'Kind'));
    expect(await surface.select(kind, 'Story')).toEqual(covered);
    expect(await surface.holds(inFrame('textbox', 'Title'), text(''))).toBe('held');
    expect(await surface.holds(inFrame('combobox', 'Kind'), { kind: 'option', label: 'Note' })).toBe('held');
    const picture = await surface.resolve(inFrame('button', 'Picture'));
    if (picture.kind === 'found') expect(await surface.attach?.(picture.element, [])).toEqual(covered);
    expect(pressed()).toBe(before);
  });

  test.each([
    ['/far-down', 'out of sight in its frame, whose own place is out of sight too'],
    ['/scaled', 'in a frame that is drawn smaller'],
  ])('it is pressed on %s: %s', async (path) => {
    const before = pressed();
    const element = await open(path);
    expect(await bench.surface.press(element, 5_000)).toEqual({ kind: 'done' });
    await expect.poll(() => pressed() - before).toBe(1);
  });

  test.each([
    ['/on-hover', 'covered', 'something slips over the frame as the pointer comes'],
    ['/swapped', 'stale', 'the label is another as the pointer goes down'],
  ])('%s is refused as %s: %s', async (path, kind) => {
    const before = pressed();
    const element = await open(path);
    const outcome = await bench.surface.press(element, 5_000);
    expect(outcome).toEqual({ kind: 'refused', readiness: { kind } });
    await pause(100);
    expect(pressed()).toBe(before);
  });

  test('a reference is of that document, and goes with it', async () => {
    const before = pressed();
    const element = await open('/around');
    await inPage(`i.src = i.src.replace('/form', '/other-form')`);
    await expect
      .poll(async () => (await bench.surface.resolve(inFrame('textbox', 'Title'))).kind)
      .toBe('missing');
    expect(await bench.surface.press(element, 5_000)).toEqual({
      kind: 'refused',
      readiness: { kind: 'stale' },
    });
    const anew = await open('/around');
    await inPage('i.remove()');
    expect(await bench.surface.press(anew, 5_000)).toMatchObject({ kind: 'refused' });
    expect(pressed()).toBe(before);
  });

  test('a modal in it stops the work', async () => {
    await bench.surface.open(`${bench.site.origin}/around-modal`, loadPatience);
    await expect
      .poll(() => bench.surface.stopSigns())
      .toEqual([{ code: 'modal', role: 'dialog', name: 'Sure?' }]);
  });
});

test('a frame in a frame, each of another site than the one around it', async () => {
  const before = pressed();
  const wanted = inFrame('button', 'Publish', 'inmost');
  const element = await open('/nested', wanted);
  expect(await bench.surface.press(element, 5_000)).toEqual({ kind: 'done' });
  await expect.poll(() => pressed() - before).toBe(1);
  const title = inFrame('textbox', 'Title', 'inmost');
  expect(await bench.surface.fill(await elementOf(bench, title), 'Deep')).toEqual({ kind: 'done' });
  expect(await bench.surface.holds(title, text('Deep'))).toBe('held');
});

test.each([
  ['sandbox="allow-scripts" srcdoc', 'a sandbox takes the origin away'],
  ['src', 'a data: address has none'],
])('a frame with nobody’s origin says so: %s', async (attribute) => {
  await open('/around');
  const source = attribute === 'src' ? 'data:text/html,' : '';
  await inPage(
    `document.body.insertAdjacentHTML('beforeend', '<iframe name="odd" ${attribute}="${source}<input aria-label=Title>"></iframe>')`,
  );
  const title = inFrame('textbox', 'Title', 'odd');
  await expect.poll(async () => (await bench.surface.resolve(title)).kind).toBe('found');
  expect((await elementOf(bench, title)).origin).toBe('null');
});

test('a frame of an origin that is not allowed has nothing in it', async () => {
  const { site, guard, surface } = bench;
  guard.configure({ allowed_origins: [site.origin], write_rules: [] });
  await surface.open(`${site.origin}/around`, loadPatience);
  expect(await surface.resolve(publish)).toEqual({ kind: 'missing' });
  const { tree } = await surface.observe({ nodes: 500, bytes: 50_000 });
  expect(tree.match(/"Publish"/g)).toHaveLength(1);
  guard.configure({ allowed_origins: origins(), write_rules: [] });
});

test('of two frames that are called the same, neither is meant', async () => {
  await open('/around');
  await inPage(`document.body.insertAdjacentHTML('beforeend', '<iframe name="editor" srcdoc="x"></iframe>')`);
  await expect.poll(async () => (await bench.surface.resolve(publish)).kind).toBe('missing');
});

test('a person presses in it once they have the screen, and nobody before', async () => {
  const before = pressed();
  await open('/around');
  const at = (await inPage('i.getBoundingClientRect().toJSON()')) as { x: number; y: number };
  await bench.probe.pressAt(bench.site.origin, at.x + 30, at.y + 30);
  expect(pressed()).toBe(before);
  const takeover = await bench.surface.takeover();
  expect(await takeover.press(publish)).toEqual({ kind: 'done' });
  await takeover.release();
  expect(await blockedSoon(bench, '/inner-press', before)).toBe(before + 1);
});
