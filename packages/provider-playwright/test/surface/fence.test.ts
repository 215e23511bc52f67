import type { ElementRef } from '@cux/provider-sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blockedAt, blockedSoon } from '../harness/on-page.ts';
import { page } from '../harness/page.ts';
import { isWhole } from '../harness/size.ts';
import { loadPatience, pause, startWorkbench, type Workbench } from '../harness/workbench.ts';

const budget = { nodes: 500, bytes: 50_000 };
const target = `<button id="t" onclick="post('/pressed')">Target</button>`;
const overlay = `document.body.insertAdjacentHTML('beforeend', '<div style="position:fixed;inset:0"></div>')`;

interface Row {
  /** What is done to the page between the observation and the press. */
  readonly change: string;
  readonly html?: string;
  readonly script?: string;
  /** What the press answers. */
  readonly answer: 'done' | 'stale' | 'covered' | 'disabled' | 'hidden' | 'moving';
  /** Only with `done`: which path hears of the press. */
  readonly hears?: string;
  readonly because: string;
}

const rows: Readonly<Record<string, Row>> = {
  nothing: { change: '0', answer: 'done', because: 'nothing has changed' },
  clock: {
    change: '0',
    html: `<p id="clock">0</p>${target}`,
    script: 'setInterval(() => { clock.textContent = Date.now(); clock.title = Date.now(); }, 5);',
    answer: 'done',
    because: 'a clock ticks elsewhere',
  },
  twin: {
    change: 't.outerHTML = t.outerHTML',
    answer: 'stale',
    because: 'its twin by role, name and markup is another node',
  },
  name: { change: `t.textContent = 'Other'`, answer: 'stale', because: 'it is called otherwise' },
  lookalike: { change: `t.textContent = 'T\\u0430rget'`, answer: 'stale', because: 'one letter is Cyrillic' },
  role: { change: `t.setAttribute('role', 'link')`, answer: 'stale', because: 'it is another kind of thing' },
  'aria-label': {
    change: `t.setAttribute('aria-label', 'Send')`,
    answer: 'stale',
    because: 'its label says something else',
  },
  labelled: {
    change: `l.textContent = 'Other'`,
    html: `<span id="l">Target</span><button id="t" aria-labelledby="l" onclick="post('/pressed')">x</button>`,
    answer: 'stale',
    because: 'what names it from elsewhere says something else',
  },
  detached: { change: 't.remove()', answer: 'stale', because: 'it is gone' },
  'moved in the tree': {
    change: 'document.body.prepend(t)',
    html: `<div>${target}</div>`,
    answer: 'done',
    because: 'the same node in another place is the same node',
  },
  formaction: {
    change: `t.setAttribute('formaction', '/other')`,
    html: `<form action="/pressed" method="post"><button id="t">Target</button></form>`,
    answer: 'stale',
    because: 'a press would send the form elsewhere',
  },
  action: {
    change: `document.forms[0].setAttribute('action', '/other')`,
    html: `<form action="/pressed" method="post"><button id="t">Target</button></form>`,
    answer: 'stale',
    because: 'its form goes elsewhere',
  },
  'action elsewhere': {
    change: `f.setAttribute('action', '/other')`,
    html: `<form id="f" action="/pressed" method="post"></form><button id="t" form="f">Target</button>`,
    answer: 'stale',
    because: 'the form that it belongs to by id goes elsewhere',
  },
  href: {
    change: `t.href = '/other'`,
    html: `<a id="t" href="/kept">Target</a>`,
    answer: 'stale',
    because: 'the link leads elsewhere',
  },
  'target of a link': {
    change: `t.target = '_blank'`,
    html: `<a id="t" href="/kept">Target</a>`,
    answer: 'stale',
    because: 'the link opens another tab',
  },
  handler: {
    change: `t.onclick = () => post('/other-handler')`,
    answer: 'done',
    hears: '/other-handler',
    because:
      'what a script does with a click cannot be seen: a documented limit, and the guard stands behind it',
  },
  disabled: { change: 't.disabled = true', answer: 'disabled', because: 'it is turned off' },
  'disabled around': {
    change: 's.disabled = true',
    html: `<fieldset id="s">${target}</fieldset>`,
    answer: 'disabled',
    because: 'its fieldset is turned off',
  },
  'aria-disabled': {
    change: `t.setAttribute('aria-disabled', 'true')`,
    answer: 'disabled',
    because: 'it says so',
  },
  hidden: { change: 't.hidden = true', answer: 'hidden', because: 'it is not shown' },
  invisible: { change: `t.style.visibility = 'hidden'`, answer: 'hidden', because: 'it cannot be seen' },
  'zero size': {
    change: `t.style.cssText = 'width:0;height:0;padding:0;border:0;overflow:hidden'`,
    answer: 'hidden',
    because: 'there is nothing to press',
  },
  overlay: { change: overlay, answer: 'covered', because: 'something lies over it' },
  'under another': {
    change: `t.style.cssText = 'position:fixed;left:0;top:0;z-index:-1'`,
    html: `${target}<div style="position:fixed;inset:0;background:#eee"></div>`,
    script: `t.style.cssText = 'position:fixed;left:0;top:0;z-index:2'`,
    answer: 'covered',
    because: 'it was moved under something',
  },
  'covered as the pointer comes': {
    change: `t.onpointerenter = () => ${overlay}`,
    answer: 'covered',
    because: 'the hit is tested again when the pointer goes down',
  },
  'renamed as the pointer comes': {
    change: `t.onpointerenter = () => { t.textContent = 'Other'; }`,
    answer: 'stale',
    because: 'the name is compared again when the pointer goes down',
  },
  'under a frame': {
    change: `document.body.insertAdjacentHTML('beforeend', '<iframe srcdoc="x" style="position:fixed;inset:0;width:100%;height:100%"></iframe>')`,
    answer: 'covered',
    because: 'a frame lies over it',
  },
  slides: {
    change: `t.animate([{ transform: 'translateX(300px)' }, { transform: 'none' }], 250)`,
    answer: 'done',
    because: 'an animation brings it to rest',
  },
  'slips away once': {
    change: `t.addEventListener('pointerenter', () => (t.style.transform = 'translateX(300px)'), { once: true })`,
    answer: 'done',
    because:
      'it is elsewhere when the pointer comes, as where an animation begins late, and then rests there',
  },
  'slips away always': {
    change: `let at = 0; t.addEventListener('pointerenter', () => (t.style.transform = 'translateX(' + (at = 300 - at) + 'px)'))`,
    answer: 'covered',
    because: 'it is never where the pointer comes',
  },
  'moved elsewhere': {
    change: `t.style.cssText = 'position:absolute;left:400px;top:300px'`,
    answer: 'done',
    because: 'the same node in another place on the screen',
  },
  'never rests': {
    change: `t.style.position = 'absolute'; let at = 0;
      new Promise((begun) => setInterval(() => { t.style.left = (at = (at + 7) % 600) + 'px'; begun(); }, 8))`,
    answer: 'moving',
    because: 'it cannot be hit for sure',
  },
  scrolled: {
    change: 'scrollTo(0, 2000)',
    html: `${target}<div style="height:4000px"></div>`,
    answer: 'done',
    because: 'it is scrolled back to',
  },
  'in a shadow root': {
    change: '0',
    html: '<x-box></x-box>',
    script: `const root = document.querySelector('x-box').attachShadow({ mode: 'open' });
      root.innerHTML = '<button>Target</button>'; root.firstChild.onclick = () => post('/pressed');`,
    answer: 'done',
    because: 'open shadow roots are part of the page',
  },
  'twin in a shadow root': {
    change: `document.querySelector('x-box').shadowRoot.innerHTML += ''`,
    html: '<x-box></x-box>',
    script: `document.querySelector('x-box').attachShadow({ mode: 'open' }).innerHTML = '<button>Target</button>';`,
    answer: 'stale',
    because: 'its twin in the same shadow root is another node',
  },
  'in a frame': {
    change: '0',
    html: `<iframe name="inner" srcdoc="<button onclick=&quot;fetch('/pressed',{method:'POST'})&quot;>Target</button>"></iframe>`,
    answer: 'done',
    because: 'frames of the same site are part of the page',
  },
  'frame navigated': {
    change: `const inner = document.querySelector('iframe');
      new Promise((loaded) => { inner.onload = () => loaded(); inner.srcdoc += ' '; })`,
    html: `<iframe name="inner" srcdoc="<button>Target</button>"></iframe>`,
    answer: 'stale',
    because: 'the frame has another document now',
  },
  'frame covered': {
    change: overlay,
    html: `<iframe name="inner" srcdoc="<button>Target</button>"></iframe>`,
    answer: 'covered',
    because: 'something lies over its frame',
  },
  'typed into': {
    change: `document.querySelector('input').value = 'typed'`,
    html: `<button id="t" onclick="post('/pressed')">Target <input></button>`,
    answer: 'done',
    because: 'a value that somebody types is no other name',
  },
};

const where = (name: string) => `/${name.replaceAll(' ', '-')}`;

let bench: Workbench;
beforeAll(async () => {
  bench = await startWorkbench(
    Object.fromEntries([
      ...Object.entries(rows).map(([name, { html, script }]) => [
        where(name),
        page(html ?? target, script)
          .replaceAll("post('/pressed')", `post('${where(name)}/pressed')`)
          .replaceAll("fetch('/pressed'", `fetch('${where(name)}/pressed'`),
      ]),
      ['/plain', page(target)],
      ['/foreign', page(`<button onclick="post('/foreign-press')">Target</button>`)],
    ]),
  );
});
afterAll(() => bench.close());

const open = (path: string) => bench.surface.open(bench.site.origin + path, loadPatience);
const inPage = (expression: string) => bench.probe.evaluate(bench.site.origin, `{ ${expression} }`);

/** The element that the latest observation shows in this line. */
async function shown(line: string): Promise<ElementRef> {
  const { tree } = await bench.surface.observe(budget);
  const ref = tree.match(new RegExp(`${line}[^\\n]* \\[ref=(e\\d+)\\]`))?.[1] ?? 'none';
  const found = await bench.surface.lookup(ref);
  if (found.kind !== 'found') throw new Error(`${line} is ${found.kind} in:\n${tree}`);
  return found.element;
}

/** The rows that tests play: one for each thing that is compared, and what must pass. Proofs play all of them. */
const telling = [
  'nothing',
  'clock',
  'twin',
  'lookalike',
  'labelled',
  'moved in the tree',
  'formaction',
  'disabled around',
  'under another',
  'covered as the pointer comes',
  'moved elsewhere',
  'slips away once',
  'frame navigated',
];

const played = Object.entries(rows).filter(([name]) => isWhole || telling.includes(name));

test('every telling row is a row', () => {
  expect(telling.filter((name) => rows[name] === undefined)).toEqual([]);
});

describe('a press by the reference of an observation', () => {
  test.each(played)('%s', async (name, { change, answer, hears }) => {
    await open(where(name));
    if (name.includes('frame'))
      await expect.poll(async () => (await bench.surface.observe(budget)).tree).toMatch(/"Target"/);
    const element = await shown('"Target');
    await inPage(change);
    const outcome = await bench.surface.press(element, 5_000);
    expect(outcome).toEqual(
      answer === 'done' ? { kind: 'done' } : { kind: 'refused', readiness: { kind: answer } },
    );
    const path = hears ?? `${where(name)}/pressed`;
    if (answer === 'done') {
      expect(await blockedSoon(bench, path)).toBe(1);
      return;
    }
    await pause(50);
    for (const each of [path, '/other', '/pressed']) expect(blockedAt(bench, each)).toBe(0);
  });

  test.each(
    played.filter(([name]) =>
      ['nothing', 'twin', 'overlay', 'scrolled', 'moved elsewhere', 'covered as the pointer comes'].includes(
        name,
      ),
    ),
  )('right after a check: %s', async (name, { change, answer }) => {
    await open(where(name));
    const element = await shown('"Target');
    const before = blockedAt(bench, `${where(name)}/pressed`);
    expect(await bench.surface.readiness(element)).toEqual({ kind: 'ready' });
    await inPage(change);
    const outcome = await bench.surface.press(element, 5_000);
    expect(outcome).toEqual(
      answer === 'done' ? { kind: 'done' } : { kind: 'refused', readiness: { kind: answer } },
    );
    const path = `${where(name)}/pressed`;
    if (answer === 'done') await blockedSoon(bench, path, before);
    await pause(100);
    expect(blockedAt(bench, path) - before).toBe(answer === 'done' ? 1 : 0);
  });
});

describe('a reference outlives', () => {
  beforeEach(() => open('/plain'));

  test('no navigation, not even to the same page or back to it', async () => {
    const element = await shown('"Target');
    await open('/plain');
    expect(await bench.surface.lookup(element.ref)).toEqual({ kind: 'stale' });
    expect(await bench.surface.press(element, 5_000)).toEqual({
      kind: 'refused',
      readiness: { kind: 'stale' },
    });
    const second = await shown('"Target');
    await open('/foreign');
    await inPage('history.back()');
    await expect.poll(async () => (await bench.surface.location())?.path).toBe('/plain');
    await expect.poll(async () => (await bench.surface.observe(budget)).tree).toMatch(/"Target"/);
    expect(await bench.surface.press(second, 5_000)).toEqual({
      kind: 'refused',
      readiness: { kind: 'stale' },
    });
    expect(await bench.surface.press(await shown('"Target'), 5_000)).toEqual({ kind: 'done' });
  });

  test('nothing that it was never given for', async () => {
    expect(await bench.surface.lookup('e999999')).toEqual({ kind: 'unknown' });
    const invented = { ref: 'e999999', role: 'button', name: 'Target' };
    expect(await bench.surface.press(invented, 5_000)).toEqual({
      kind: 'refused',
      readiness: { kind: 'stale' },
    });
  });
});

test('a frame itself is never pressed, and none of what is in it by that', async () => {
  const other = bench.site.origin.replace('127.0.0.1', 'localhost');
  bench.guard.configure({ allowed_origins: [bench.site.origin, other], write_rules: [] });
  await open('/plain');
  await inPage(
    `document.body.insertAdjacentHTML('beforeend', '<iframe name="pay" title="Pay" src="${other}/foreign"></iframe>')`,
  );
  const wanted = { role: 'button', name: 'Target', frame: 'pay' } as const;
  await expect.poll(async () => (await bench.surface.resolve(wanted)).kind).toBe('found');
  expect(await bench.surface.press(await shown('iframe "Pay"'), 5_000)).toEqual({
    kind: 'refused',
    readiness: { kind: 'covered' },
  });
  expect(await bench.surface.press(await shown('button "Target"'), 5_000)).toEqual({ kind: 'done' });
  expect(blockedAt(bench, '/foreign-press')).toBe(0);
});
