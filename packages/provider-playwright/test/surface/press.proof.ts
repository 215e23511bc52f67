import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockedAt, blockedSoon, button, elementOf, textbox } from '../harness/on-page.ts';
import { page } from '../harness/page.ts';
import { loadPatience, pause, startWorkbench, type Workbench } from '../harness/workbench.ts';

const fixture = (file: string) =>
  readFileSync(path.join(import.meta.dirname, '..', 'fixtures', 'cases', file), 'utf8');

const pages: Record<string, string> = {
  '/swap': fixture('32-labels-swap-after-observation.html'),
  '/hover': fixture('35-overlay-on-hover.html'),
  '/lookalike': fixture('53-lookalike-final-buttons.html'),
  '/plain': page('<button onclick="post(\'/plain-press\')">Publish</button>'),
  '/leads': page('<a href="/leads-to">Away</a>'),
  '/leads-to': page('<h1>Saved</h1><button>Publish</button>'),
  '/swap-on-hover': page(
    '<button id="a">Save</button> <button id="b">Publish</button>',
    `a.onpointerenter = () => { a.textContent = 'Publish'; };
     a.onclick = () => post('/swap-on-hover-press');`,
  ),
  '/target-swap': page(
    '<form id="f" action="/kept" method="post"><button id="a">Save</button></form>',
    'window.__mutate = () => { f.action = "/other-effect"; };',
  ),
  '/replaced': page(
    '<div id="r"></div>',
    `window.__mutate = () => { r.innerHTML = '<button onclick="post(\\'/replaced-press\\')">Save</button>'; }; __mutate();`,
  ),
  '/moving': page(
    '<button id="m" style="position:absolute" onclick="post(\'/moving-press\')">Catch</button>',
    // With each frame as well: where a machine is busy, timers stand still for longer than frames do.
    `let x = 0;
     const move = () => { x = (x + 7) % 600; m.style.left = x + 'px'; };
     const frame = () => { move(); requestAnimationFrame(frame); };
     setInterval(move, 8);
     frame();`,
  ),
  '/states': page(
    `<button disabled>Off</button><button aria-disabled="true">Aria off</button>
     <button style="visibility:hidden">Unseen</button>
     <div style="position:relative"><button>Beneath</button><div style="position:absolute;inset:0;background:#eee"></div></div>
     <div style="height:3000px"></div><button onclick="post('/far-press')">Far</button>`,
  ),
  '/shadow': page(
    '<div id="openly"></div><div id="closely"></div><button id="u" onclick="post(\'/under-press\')">Under closed</button>',
    `openly.attachShadow({ mode: 'open' }).innerHTML = '<button>In shadow</button>';
     openly.shadowRoot.querySelector('button').onclick = () => post('/shadow-press');
     const box = document.createElement('div');
     box.style.cssText = 'position:fixed;inset:0;background:#0001';
     const host = document.getElementById('closely');
     window.__cover = () => host.attachShadow({ mode: 'closed' }).append(box);`,
  ),
  '/frame': page(
    `<iframe name="canvas" title="Editor canvas" width="500" height="200" srcdoc="<button onclick=&quot;fetch('/frame-press',{method:'POST'})&quot;>Inside</button>"></iframe>`,
    `window.__cover = () => document.body.insertAdjacentHTML('beforeend', '<div style="position:fixed;inset:0;background:#fffd"></div>')`,
  ),
  '/rebuild': page(
    '<div id="r"><button id="b">Toggle</button></div>',
    `b.onpointerdown = () => { r.innerHTML = '<button>Toggle</button>'; post('/rebuild-press'); };`,
  ),
  '/leaves': page('<a href="/plain">Go</a>'),
  '/frame-on-hover': page(
    '<button id="b" onclick="post(\'/under-frame-press\')">Publish</button>',
    `b.onpointerenter = () => document.body.insertAdjacentHTML('beforeend',
       '<iframe style="position:fixed;inset:0;width:100%;height:100%" srcdoc="<p>Over it</p>"></iframe>');`,
  ),
  '/nested': page(
    '<div role="row" aria-label="Last step"><button>Publish <span role="img" aria-label="Rocket">x</span></button></div><button>Save</button>',
  ),
  '/keys': page(
    `<form id="f"><label>Name <input id="n" name="n"></label><button>Send</button></form>
     <button id="k" onclick="post('/by-key')">Publish</button>
     <div id="box" style="height:100px;overflow:auto"><button>Deep</button><div style="height:2000px"></div></div>
     <div style="height:4000px"></div>`,
    `f.onsubmit = (event) => { event.preventDefault(); post('/by-form'); };
     let heard = []; addEventListener('keydown', (event) => heard.push(event.key));
     window.__heard = () => heard.join(' ');
     window.__places = () => [n.value, box.scrollTop, scrollY, document.activeElement.id].join(' ');`,
  ),
  '/slow-click': page(
    '<button id="b">Publish</button>',
    "b.onclick = () => { for (const end = performance.now() + 4000; performance.now() < end; ); post('/slow-click-press'); };",
  ),
  '/slow-down': page(
    '<button id="b" onclick="post(\'/slow-down-press\')">Publish</button>',
    `let downs = 0;
     b.onpointerdown = () => { downs += 1; document.title = 'down ' + downs; for (const end = performance.now() + 1500; performance.now() < end; ); };`,
  ),
  '/scripted': page(
    '<button id="s" onclick="post(\'/scripted-press\')">Scripted</button>',
    'window.__click = () => s.click();',
  ),
};

let bench: Workbench;
beforeAll(async () => {
  bench = await startWorkbench(pages);
});
afterAll(() => bench.close());

async function open(where: string): Promise<void> {
  expect(await bench.surface.open(bench.site.origin + where, loadPatience)).toEqual({ kind: 'reached' });
}
const inPage = (expression: string) => bench.probe.evaluate(bench.site.origin, expression);
const refusedAs = (kind: string) => ({ kind: 'refused', readiness: { kind } });

describe('one press', () => {
  test('arrives once and says so', async () => {
    await open('/plain');
    const outcome = await bench.surface.press(await elementOf(bench, button('Publish')), 5_000);
    expect(outcome).toEqual({ kind: 'done' });
    expect(await blockedSoon(bench, '/plain-press')).toBe(1);
  });

  test('whose click has begun is done, however long the page takes over it', async () => {
    await open('/slow-click');
    const outcome = await bench.surface.press(await elementOf(bench, button('Publish')), 3_000);
    expect(outcome).toEqual({ kind: 'done' });
    await blockedSoon(bench, '/slow-click-press');
    await pause(500);
    expect(blockedAt(bench, '/slow-click-press')).toBe(1);
  });

  test('whose deadline passes between down and up is unknown, and is not made again', async () => {
    await open('/slow-down');
    const outcome = await bench.surface.press(await elementOf(bench, button('Publish')), 300);
    expect(outcome).toEqual({ kind: 'outcome_unknown' });
    // The page answers again once it has digested what was sent.
    expect(await inPage('document.title')).toBe('down 1');
    expect(blockedAt(bench, '/slow-down-press')).toBeLessThanOrEqual(1);
  });

  test('that leads to another page leaves one to take evidence of, whenever that is asked for', async () => {
    for (let times = 0; times < 8; times += 1) {
      await open('/leads');
      const away = await elementOf(bench, { role: 'link', name: 'Away' });
      expect(await bench.surface.press(away, 5_000)).toEqual({ kind: 'done' });
      await pause(times);
      const snapshot = await bench.surface.capture('accessibility_snapshot');
      // The page that is left, or the one that comes; its heading may have arrived before the text in it.
      expect(new TextDecoder().decode(snapshot?.bytes)).toMatch(/"Away"|heading "(Saved)?"/);
    }
  });

  test('goes to the exact name among lookalikes', async () => {
    const before = blockedAt(bench, '/submit');
    await open('/lookalike');
    expect(await bench.surface.press(await elementOf(bench, button('Publish')), 5_000)).toEqual({
      kind: 'done',
    });
    await blockedSoon(bench, '/submit', before);
    await pause(300);
    expect(blockedAt(bench, '/submit')).toBe(before + 1);
    expect(blockedAt(bench, '/evil')).toBe(0);
  });

  test('reaches into an open shadow root and into a frame, and scrolls', async () => {
    await open('/shadow');
    expect(await bench.surface.press(await elementOf(bench, button('In shadow')), 5_000)).toEqual({
      kind: 'done',
    });
    expect(await blockedSoon(bench, '/shadow-press')).toBe(1);
    await open('/frame');
    const inside = await elementOf(bench, { ...button('Inside'), frame: 'canvas' });
    expect(await bench.surface.press(inside, 5_000)).toEqual({ kind: 'done' });
    expect(await blockedSoon(bench, '/frame-press')).toBe(1);
    await open('/states');
    expect(await bench.surface.press(await elementOf(bench, button('Far')), 5_000)).toEqual({ kind: 'done' });
    expect(await blockedSoon(bench, '/far-press')).toBe(1);
  });

  test('on a node that is rebuilt at pointer-down was a press', async () => {
    await open('/rebuild');
    expect(await bench.surface.press(await elementOf(bench, button('Toggle')), 5_000)).toEqual({
      kind: 'done',
    });
    expect(await blockedSoon(bench, '/rebuild-press')).toBe(1);
  });

  test('that leaves the page was a press', async () => {
    await open('/leaves');
    const link = await elementOf(bench, { role: 'link', name: 'Go' });
    expect(await bench.surface.press(link, 5_000)).toEqual({ kind: 'done' });
    await expect.poll(async () => (await bench.surface.location())?.path).toBe('/plain');
  });
});

describe('what is refused, without an effect', () => {
  test.each([
    ['/swap', 'Save as private', 'stale', '/autosave', 'the same node means another thing'],
    ['/target-swap', 'Save', 'stale', '/other-effect', 'the form would go elsewhere'],
    ['/replaced', 'Save', 'stale', '/replaced-press', 'a twin by role and name is another node'],
  ])('%s: a reference from before the change (%s)', async (where, name, kind, path_) => {
    await open(where);
    const element = await elementOf(bench, button(name));
    await inPage('window.__mutate()');
    const before = blockedAt(bench, '/submit');
    expect(await bench.surface.press(element, 5_000)).toEqual(refusedAs(kind));
    await pause(300);
    expect(blockedAt(bench, path_)).toBe(0);
    expect(blockedAt(bench, '/submit')).toBe(before);
  });

  test('a reference of a document that has gone', async () => {
    await open('/plain');
    const element = await elementOf(bench, button('Publish'));
    await open('/plain');
    const before = blockedAt(bench, '/plain-press');
    expect(await bench.surface.press(element, 5_000)).toEqual(refusedAs('stale'));
    expect(blockedAt(bench, '/plain-press')).toBe(before);
  });

  test('an overlay that slips in when the pointer arrives gets nothing either', async () => {
    await open('/hover');
    const [before, evil] = [blockedAt(bench, '/submit'), blockedAt(bench, '/evil')];
    expect(await bench.surface.press(await elementOf(bench, button('Publish')), 5_000)).toEqual(
      refusedAs('covered'),
    );
    await pause(300);
    expect([blockedAt(bench, '/submit'), blockedAt(bench, '/evil')]).toEqual([before, evil]);
  });

  test('a label that changes when the pointer arrives', async () => {
    await open('/swap-on-hover');
    expect(await bench.surface.press(await elementOf(bench, button('Save')), 5_000)).toEqual(
      refusedAs('stale'),
    );
    await pause(300);
    expect(blockedAt(bench, '/swap-on-hover-press')).toBe(0);
  });

  test('something that never comes to rest', async () => {
    await open('/moving');
    expect(await bench.surface.press(await elementOf(bench, button('Catch')), 5_000)).toEqual(
      refusedAs('moving'),
    );
    expect(blockedAt(bench, '/moving-press')).toBe(0);
  });

  test.each([
    ['Off', 'disabled'],
    ['Aria off', 'disabled'],
    ['Beneath', 'covered'],
  ])('%s is %s', async (name, kind) => {
    await open('/states');
    const element = await elementOf(bench, button(name));
    expect(await bench.surface.readiness(element)).toEqual({ kind });
    expect(await bench.surface.press(element, 5_000)).toEqual(refusedAs(kind));
  });

  test('under a closed shadow root, and in a frame that is covered', async () => {
    await open('/shadow');
    await inPage('window.__cover()');
    expect(await bench.surface.readiness(await elementOf(bench, button('Under closed')))).toEqual({
      kind: 'covered',
    });
    expect((await bench.surface.stopSigns()).map(({ code }) => code)).toEqual(['overlay']);
    await open('/frame');
    const inside = await elementOf(bench, { ...button('Inside'), frame: 'Editor canvas' });
    await inPage('window.__cover()');
    expect(await bench.surface.press(inside, 5_000)).toEqual(refusedAs('covered'));
  });

  test('a pointer that nobody has a ticket for', async () => {
    await open('/plain');
    const before = blockedAt(bench, '/plain-press');
    await bench.probe.pressAt(bench.site.origin, 30, 18);
    await pause(300);
    expect(blockedAt(bench, '/plain-press')).toBe(before);
    await open('/scripted');
    await inPage('window.__click()');
    expect(await blockedSoon(bench, '/scripted-press')).toBe(1);
  });
});

describe('a pointer that was sent, and of which the page says nothing', () => {
  test('is no claim that nothing came of it', async () => {
    await open('/frame-on-hover');
    const publish = await elementOf(bench, button('Publish'));
    expect(await bench.surface.press(publish, 5_000)).toEqual({ kind: 'outcome_unknown' });
    expect(blockedAt(bench, '/under-frame-press')).toBe(0);
  });

  test('is a press, when a person has the screen', async () => {
    await open('/frame-on-hover');
    const takeover = await bench.surface.takeover();
    expect(await takeover.press(button('Publish'))).toEqual({ kind: 'done' });
    await takeover.release();
  });

  test('that our own listener turned away has done nothing, whoever holds the screen', async () => {
    await open('/hover');
    const takeover = await bench.surface.takeover();
    expect(await takeover.press(button('Publish'))).toEqual(refusedAs('covered'));
    await takeover.release();
  });
});

test('one element may press another that lies in it or around it', async () => {
  await open('/nested');
  const publish = await elementOf(bench, button('Publish Rocket'));
  const around = await elementOf(bench, { role: 'row', name: 'Last step' });
  const inside = await elementOf(bench, { role: 'img', name: 'Rocket' });
  const save = await elementOf(bench, button('Save'));
  expect(await bench.surface.overlaps(publish, publish)).toBe(true);
  expect(await bench.surface.overlaps(around, publish)).toBe(true);
  expect(await bench.surface.overlaps(inside, publish)).toBe(true);
  expect(await bench.surface.overlaps(save, publish)).toBe(false);
  await open('/plain');
  expect(await bench.surface.overlaps(save, publish)).toBe(true);
});

test('nothing has reached the site', async () => {
  await pause(500);
  expect(bench.site.writes).toEqual([]);
});

describe('keys', () => {
  const keypress = async (name: string | null, ...keys: string[]) => {
    const element =
      name === null ? null : await elementOf(bench, name === 'Name' ? textbox('Name') : button(name));
    return bench.surface.keypress(element, keys, 5_000);
  };

  test('go to the element that they are for, and do there what keys do', async () => {
    await open('/keys');
    expect(await keypress('Name', 'a', 'b', 'c', 'Backspace')).toEqual({ kind: 'done' });
    expect(await inPage('__places()')).toBe('ab 0 0 n');
    expect(await keypress('Name', 'Control+a', 'x')).toEqual({ kind: 'done' });
    expect(await inPage('__places()')).toBe('x 0 0 n');
    expect(await keypress('Publish', 'Enter')).toEqual({ kind: 'done' });
    expect(await blockedSoon(bench, '/by-key')).toBe(1);
    expect(await keypress('Name', 'Enter')).toEqual({ kind: 'done' });
    expect(await blockedSoon(bench, '/by-form')).toBe(1);
  });

  test('on the page as a whole are heard by it, and activate and type nothing', async () => {
    await open('/keys');
    expect(await keypress('Name', 'a')).toEqual({ kind: 'done' });
    const before = [blockedAt(bench, '/by-key'), blockedAt(bench, '/by-form')];
    expect(await keypress(null, 'b', 'Enter')).toEqual({ kind: 'done' });
    expect(await inPage('__heard()')).toBe('a b Enter');
    expect(await inPage('__places()')).toBe('a 0 0 n');
    await pause(200);
    expect([blockedAt(bench, '/by-key'), blockedAt(bench, '/by-form')]).toEqual(before);
  });

  test('reach no element that is covered, and none of a document that has gone', async () => {
    await open('/states');
    expect(await bench.surface.keypress(await elementOf(bench, button('Beneath')), ['Enter'], 1_000)).toEqual(
      refusedAs('covered'),
    );
    const gone = await elementOf(bench, button('Far'));
    await open('/keys');
    expect(await bench.surface.keypress(gone, ['Enter'], 1_000)).toEqual(refusedAs('stale'));
  });

  test('scrolling moves what is around the element, or the page', async () => {
    await open('/keys');
    const deep = await elementOf(bench, button('Deep'));
    expect(await bench.surface.scrollBy(deep, { x: 0, y: 50 })).toEqual({ kind: 'done' });
    expect(await bench.surface.scrollBy(null, { x: 0, y: 70 })).toEqual({ kind: 'done' });
    expect(await inPage('__places()')).toMatch(/^ 50 70 /);
  });
});
