import { digestOfBytes, type WriteRule } from '@cux/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockedAt, blockedSoon, button, elementOf, textbox } from '../harness/on-page.ts';
import { page } from '../harness/page.ts';
import { loadPatience, startWorkbench, type Workbench } from '../harness/workbench.ts';

const pages: Record<string, string> = {
  '/fields': page(
    `<label>Title <input id="t" value="old title"></label>
     <label>Notes <textarea id="n">old notes</textarea></label>
     <label>Amount <input id="a" type="number"></label>
     <label>Day <input id="d" type="date"></label>
     <label>Locked <input readonly value="kept"></label>
     <div id="rich" contenteditable="true" role="textbox" aria-label="Rich" aria-multiline="true"><p>old</p><p>lines</p></div>
     <iframe name="editor-canvas" srcdoc="<p contenteditable='true' role='document' aria-label='Block: Paragraph'></p>"></iframe>
     <label><input id="c" type="checkbox"> Agree</label>
     <div role="switch" aria-label="Digest" aria-checked="false" tabindex="0" id="w">Digest</div>`,
    `window.__log = [];
     for (const type of ['keydown', 'keypress', 'beforeinput', 'input', 'change'])
       document.addEventListener(type, (event) => __log.push(type + ':' + event.target.id), true);
     w.onclick = () => w.setAttribute('aria-checked', String(w.getAttribute('aria-checked') !== 'true'));`,
  ),
  '/lists': page(
    `<label>Country <select id="s"><option>Choose</option><option value="Beta">Alpha </option><option value="x" disabled>Closed</option>
       <option value="Gamma">Twin</option><option>Twin</option><option label="Shown">Hidden text</option></select></label>
     <button id="b" role="combobox" aria-expanded="false" aria-label="Colour">None</button>
     <ul id="l" role="listbox" hidden><li role="option">Red</li><li role="option">Blue</li></ul>`,
    `b.onclick = () => { l.hidden = false; };
     for (const option of l.children) option.onclick = () => { b.textContent = option.textContent; l.hidden = true; };`,
  ),
  '/thief': page(
    '<label>Title <input id="t"></label><label>Other <input id="o"></label>',
    't.addEventListener("focus", () => queueMicrotask(() => o.focus()));',
  ),
  '/late-thief': page(
    '<label>Title <input id="t"></label><label>Other <input id="o"></label>',
    't.addEventListener("select", () => setTimeout(() => o.focus()));',
  ),
  '/closed': page(
    '<div id="host"></div>',
    `const root = host.attachShadow({ mode: 'closed' });
     root.innerHTML = '<label>Title <input></label>';
     window.__closed = () => [host.shadowRoot, root.mode, root instanceof ShadowRoot, root.querySelector('input').value];`,
  ),
  '/debounced': page(
    '<label>Title <input id="t"></label><label>Later <input id="l"></label>',
    `t.oninput = () => setTimeout(() => { t.value = 'taken back'; }, 600);
     l.oninput = () => setTimeout(() => { l.value = 'taken back'; }, 60_000);`,
  ),
  '/late': page(
    '<label>Title <input id="t"></label>',
    `window.__ran = [];
     t.oninput = () => {
       for (const delay of [1_150, 1_100]) setTimeout((said) => __ran.push(said), delay, delay);
       window.__cleared = setTimeout(() => __ran.push('cleared'), 1_120);
       setTimeout(() => __ran.push('no answer'), 1_000);
     };
     window.__clear = () => clearTimeout(__cleared);`,
  ),
  '/files': page(
    `<label>Cover <input type="file" id="c"></label><input type="file" id="g" multiple aria-label="Gallery">
     <input type="file" disabled aria-label="Closed"><input type="file" id="h" hidden><button id="b">Choose a file</button>
     <button>Choose nothing</button><input type="file" id="e" aria-label="Emptied">`,
    `b.onclick = () => h.click();
     e.onchange = () => { e.value = ''; };
     for (const field of [c, h])
       field.onchange = () => {
         const body = new FormData();
         body.append('file', field.files[0]);
         fetch('/upload-' + field.id, { method: 'POST', body }).catch(() => 0);
       };`,
  ),
  '/react-like': page(
    '<label>Title <input id="t"></label>',
    `let state = '';
     const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
     Object.defineProperty(t, 'value', { get() { return own.get.call(t); }, set(v) { own.set.call(t, v); } });
     t.addEventListener('input', () => { state = own.get.call(t); document.title = state; setTimeout(() => own.set.call(t, state)); });`,
  ),
};

let bench: Workbench;
beforeAll(async () => {
  bench = await startWorkbench(pages);
});
afterAll(() => bench.close());

const open = (where: string) => bench.surface.open(bench.site.origin + where, loadPatience);
const inPage = (expression: string) => bench.probe.evaluate(bench.site.origin, expression);
const text = (value: string) => ({ kind: 'text', value }) as const;
const refusedAs = (kind: string) => ({ kind: 'refused', readiness: { kind } });
const fill = async (target: Parameters<typeof elementOf>[1], value: string) =>
  bench.surface.fill(await elementOf(bench, target), value);

describe('fill', () => {
  test.each([
    ['Title', 'A “new” title'],
    ['Title', ''],
    ['Notes', 'one\ntwo\n\nfour'],
    ['Amount', '42'],
    ['Day', '2027-03-04'],
  ])('%s holds %j', async (name, value) => {
    await open('/fields');
    expect(
      await fill(textbox(name).name === 'Amount' ? { role: 'spinbutton', name } : textbox(name), value),
    ).toEqual({
      kind: 'done',
    });
    const target = name === 'Amount' ? ({ role: 'spinbutton', name } as const) : textbox(name);
    expect(await bench.surface.holds(target, text(value))).toBe('held');
    expect(await bench.surface.holds(target, text(`${value}x`))).toBe('not_held');
  });

  test('replaces rich text, lines included', async () => {
    await open('/fields');
    expect(await fill(textbox('Rich'), 'first\nsecond')).toEqual({ kind: 'done' });
    expect(await bench.surface.holds(textbox('Rich'), text('first\nsecond'))).toBe('held');
    expect(await inPage('rich.textContent.includes("old")')).toBe(false);
  });

  test('reaches an editable element in a named frame', async () => {
    await open('/fields');
    const block = { role: 'document', name: 'Block: Paragraph', frame: 'editor-canvas' } as const;
    expect(await fill(block, 'In the frame')).toEqual({ kind: 'done' });
    expect(await bench.surface.holds(block, text('In the frame'))).toBe('held');
  });

  test('fires the events of typing and presses no key', async () => {
    await open('/fields');
    await fill(textbox('Title'), 'typed');
    expect(await inPage('JSON.stringify(__log)')).toBe(JSON.stringify(['beforeinput:t', 'input:t']));
  });

  test('is seen by a page that keeps its own state', async () => {
    await open('/react-like');
    await fill(textbox('Title'), 'state');
    expect(await inPage('document.title')).toBe('state');
    expect(await bench.surface.holds(textbox('Title'), text('state'))).toBe('held');
  });

  test('does not hold a line break that a single line cannot have', async () => {
    await open('/fields');
    await fill(textbox('Title'), 'one\ntwo');
    expect(await bench.surface.holds(textbox('Title'), text('one\ntwo'))).toBe('not_held');
    expect(blockedAt(bench, '/submit')).toBe(0);
  });

  test('refuses what is read-only', async () => {
    await open('/fields');
    expect(await fill(textbox('Locked'), 'x')).toEqual(refusedAs('disabled'));
  });

  test.each(['/thief', '/late-thief'])('%s: puts nothing into a field that took the focus', async (where) => {
    await open(where);
    const outcome = await fill(textbox('Title'), 'secret words');
    expect(await inPage('o.value')).toBe('');
    const held = await bench.surface.holds(textbox('Title'), text('secret words'));
    expect(outcome).toEqual(held === 'held' ? { kind: 'done' } : refusedAs('stale'));
  });
});

test('a field in a closed shadow root is filled, and the root stays closed to the page', async () => {
  await open('/closed');
  expect(await fill(textbox('Title'), 'inside')).toEqual({ kind: 'done' });
  expect(await bench.surface.holds(textbox('Title'), text('inside'))).toBe('held');
  expect(await inPage('window.__closed()')).toEqual([null, 'closed', true, 'inside']);
});

test('what a timer of the page takes back within a second is not held; a later one is not waited for', async () => {
  await open('/debounced');
  await fill(textbox('Title'), 'put in');
  await fill(textbox('Later'), 'put in');
  expect(await bench.surface.holds(textbox('Title'), text('put in'))).toBe('not_held');
  expect(await bench.surface.holds(textbox('Later'), text('put in'))).toBe('held');
});

test('what a page has set itself to do late in answer to an input can be held back, and goes on afterwards', async () => {
  await open('/late');
  await bench.surface.holdLateAnswers?.(true);
  await fill(textbox('Title'), 'put in');
  // Set after them, and later than they are due.
  await inPage('new Promise((done) => setTimeout(done, 1_300))');
  expect(await inPage('__ran')).toEqual(['no answer']);
  await inPage('__clear()');
  await bench.surface.holdLateAnswers?.(false);
  await inPage('new Promise((done) => setTimeout(done, 50))');
  expect(await inPage('__ran')).toEqual(['no answer', 1_100, 1_150]);
});

describe('files', () => {
  const fileOf = (name: string, content: string) => {
    const bytes = new TextEncoder().encode(content);
    const planned = { name, media_type: 'text/plain', size: bytes.byteLength, digest: digestOfBytes(bytes) };
    return { planned, given: { name, mediaType: 'text/plain', bytes } };
  };
  const one = fileOf('one.txt', 'the first');
  const two = fileOf('zwei ä.txt', 'the second');
  const other = fileOf('one.txt', 'the other');
  const attach = async (name: string, ...files: (typeof one)[]) =>
    bench.surface.attach?.(
      await elementOf(bench, button(name)),
      files.map(({ given }) => given),
    );
  const holds = (name: string, ...files: (typeof one)[]) =>
    bench.surface.holds(button(name), { kind: 'files', files: files.map(({ planned }) => planned) });

  test.each([
    ['Cover', [one]],
    ['Gallery', [one, two]],
    ['Choose a file', [two]],
  ])('%s holds exactly what was put in', async (name, files) => {
    await open('/files');
    expect(await attach(name, ...files)).toEqual({ kind: 'done' });
    expect(await holds(name, ...files)).toBe('held');
    expect(await holds(name, ...files.slice(1))).toBe('not_held');
    expect(await holds(name, ...files.slice(1), other)).toBe('not_held');
  });

  test('takes nothing where it cannot be put in', async () => {
    await open('/files');
    expect(await attach('Cover', one, two)).toEqual(refusedAs('disabled'));
    expect(await attach('Closed', one)).toEqual(refusedAs('disabled'));
    expect(await attach('Choose nothing', one)).toEqual({ kind: 'outcome_unknown' });
    expect(await holds('Cover')).toBe('held');
  });

  test('that the page takes out again are not held', async () => {
    await open('/files');
    await attach('Emptied', one);
    expect(await holds('Emptied', one)).toBe('not_held');
  });

  test('leave only as they were approved', async () => {
    const upload: WriteRule = {
      id: 'upload',
      effect_class: 'draft',
      describes: 'upload the cover',
      method: 'POST',
      origin: bench.site.origin,
      path: '/upload-{segment}',
      query: [],
      override_method: null,
      body: {
        kind: 'multipart',
        fields: [{ field: 'file', operator: 'file', name: two.planned.name, digest: two.planned.digest }],
        other_fields: 'deny',
      },
    };
    bench.guard.configure({ allowed_origins: [bench.site.origin], write_rules: [upload] });
    await open('/files');
    await attach('Cover', one);
    expect(await blockedSoon(bench, '/upload-c')).toBeGreaterThan(0);
    await attach('Choose a file', two);
    expect(await bench.guard.waitForWrite('upload', 0, 10_000)).toBe(true);
    bench.guard.configure({ allowed_origins: [bench.site.origin], write_rules: [] });
    expect(bench.site.writes).toEqual(['POST /upload-h']);
  });
});

describe('select', () => {
  const country = { role: 'combobox', name: 'Country' } as const;
  const choose = async (label: string) => bench.surface.select(await elementOf(bench, country), label);

  test.each([
    ['Alpha', 'Beta', 'by the label, not by a value'],
    ['Shown', 'Hidden text', 'by the label that is shown'],
  ])('%s', async (label, value) => {
    await open('/lists');
    expect(await choose(label)).toEqual({ kind: 'done' });
    expect(await inPage('s.value')).toBe(value);
    expect(await bench.surface.holds(country, { kind: 'option', label })).toBe('held');
    expect(await bench.surface.holds(country, { kind: 'option', label: 'Choose' })).toBe('not_held');
  });

  test.each([
    ['Beta', 'a value is no label'],
    ['Gamma', 'a value is no label'],
    ['Twin', 'two options are called so'],
    ['alpha', 'raw code points'],
  ])('chooses nothing for %s, since %s, and leaves it to what is held', async (label) => {
    await open('/lists');
    expect(await choose(label)).toEqual({ kind: 'outcome_unknown' });
    expect(await inPage('s.selectedIndex')).toBe(0);
    expect(await bench.surface.holds(country, { kind: 'option', label })).toBe('not_held');
  });

  test('refuses an option that cannot be chosen', async () => {
    await open('/lists');
    expect(await choose('Closed')).toEqual(refusedAs('disabled'));
    expect(await inPage('s.selectedIndex')).toBe(0);
  });

  test('opens a list of its own and presses the option', async () => {
    await open('/lists');
    const colour = { role: 'combobox', name: 'Colour' } as const;
    expect(await bench.surface.select(await elementOf(bench, colour), 'Blue')).toEqual({ kind: 'done' });
    expect(await bench.surface.holds(colour, { kind: 'option', label: 'Blue' })).toBe('held');
  });
});

describe('check', () => {
  test.each([
    ['checkbox', 'Agree'],
    ['switch', 'Digest'],
  ] as const)('%s %s goes on and off, and once is enough', async (role, name) => {
    await open('/fields');
    for (const checked of [true, true, false]) {
      const element = await elementOf(bench, { role, name });
      expect(await bench.surface.setChecked(element, checked)).toEqual({ kind: 'done' });
      expect(await bench.surface.holds({ role, name }, { kind: 'checked', checked })).toBe('held');
    }
  });
});
