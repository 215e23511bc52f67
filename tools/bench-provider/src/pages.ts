/** Eleven elements a row. */
function row(number: number): string {
  return `<tr><td>Row ${number}</td><td><a href="/item/${number}">Item ${number}</a></td>
<td><input aria-label="Note ${number}"></td><td><label><input type="checkbox"> Done ${number}</label></td>
<td><button type="button" id="edit-${number}">Edit ${number}</button></td></tr>`;
}

/** Rows of a page of so many elements. */
const rowsFor = (elements: number) => Math.round((elements - 13) / 11);

/** One press changes one node, in the middle of the list. */
const changeOne = (rows: number) =>
  `document.getElementById('edit-${rows >> 1}').textContent = 'Pressed ' + (globalThis.presses = (globalThis.presses ?? 0) + 1)`;

/** A list with a field and two buttons above it; `elements` in all, within ten. */
export function listPage(elements: number): string {
  const count = rowsFor(elements);
  const rows = Array.from({ length: count }, (_, number) => row(number));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>List</title><link rel="icon" href="data:,"></head>
<body><h1>List</h1><p>Notes of the week</p><label>Title <input id="title"></label>
<button type="button" id="target" onclick="${changeOne(count)}">Target</button>
<button type="button" onclick="fetch('/publish', { method: 'POST' })">Publish</button>
<table><tbody>${rows.join('\n')}</tbody></table></body></html>`;
}

const small = (body: string, script = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Small</title><link rel="icon" href="data:,"></head>
<body>${body}<script>${script}</script></body></html>`;

const target = (style: string) =>
  `<button type="button" id="target" style="${style}" onclick="globalThis.presses = (globalThis.presses ?? 0) + 1; fetch(location.pathname, { method: 'POST' }).catch(() => 0)">Target</button>`;

/** Targets that a fast click must not get wrong: what is to become of a press, and of how many the page may know. */
export const hardPages: Readonly<
  Record<string, { readonly html: string; readonly presses: 0 | 1; readonly because: string }>
> = {
  '/covered': {
    html: small(`${target('')}<div style="position:fixed;inset:0;background:#ccc8"></div>`),
    presses: 0,
    because: 'something lies over it',
  },
  '/covered-late': {
    html: small(
      target(''),
      `target.onpointerenter = () => { const over = document.createElement('div'); over.style.cssText = 'position:fixed;inset:0'; document.body.append(over); };`,
    ),
    presses: 0,
    because: 'something slips over it when the pointer comes',
  },
  '/always-moving': {
    html: small(
      target('position:absolute'),
      `let at = 0; setInterval(() => { at = (at + 9) % 700; target.style.left = at + 'px'; }, 8);`,
    ),
    presses: 0,
    because: 'it never comes to rest',
  },
  '/comes-to-rest': {
    html: small(
      target('position:absolute'),
      `let at = 0; const timer = setInterval(() => { at += 20; target.style.left = at + 'px'; if (at >= 400) clearInterval(timer); }, 10);`,
    ),
    presses: 1,
    because: 'it comes to rest after a fifth of a second',
  },
  '/slides-in': {
    html: small(
      `<style>@keyframes in { from { transform: translateX(600px) } }</style>${target('animation: in 300ms')}`,
    ),
    presses: 1,
    because: 'an animation brings it to its place',
  },
  '/pulses': {
    html: small(
      `<style>@keyframes pulse { 50% { opacity: 0.6 } }</style>${target('animation: pulse 900ms infinite')}`,
    ),
    presses: 1,
    because: 'it is animated for ever, and stays where it is',
  },
  '/below-the-fold': {
    html: small(`<div style="height:3000px"></div>${target('')}`),
    presses: 1,
    because: 'it has to be scrolled to',
  },
};
