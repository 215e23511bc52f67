import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { button, elementOf, textbox } from '../harness/on-page.ts';
import { page } from '../harness/page.ts';
import { loadPatience, startWorkbench, type Workbench } from '../harness/workbench.ts';

const buttons = (...names: string[]) => page(names.map((name) => `<button>${name}</button>`).join(' '));

const pages: Record<string, string> = {
  '/zero-width': buttons('Pub&#x200B;lish'),
  '/soft-hyphen': buttons('Pub&shy;lish'),
  '/cyrillic': buttons('Publ&#x456;sh'),
  '/full-width': buttons('&#xFF30;ublish'),
  '/bidi': buttons('&#x202E;hsilbuP&#x202C;'),
  '/no-break-end': buttons('Publish&#xA0;'),
  '/bom': buttons('&#xFEFF;Publish'),
  '/case': buttons('publish'),
  '/longer': buttons('Publish now'),
  '/twins': buttons('Publish', 'Publish'),
  '/hidden-twin': page(
    '<button>Publish</button><button hidden>Publish</button><div aria-hidden="true"><button>Publish</button></div>',
  ),
  '/spaces': page('<button>\n  Publish\n  now\n</button>'),
  '/no-break-runs': buttons('Publish&#xA0; now'),
  '/pseudo': page('<style>#a::before{content:"Do not "}</style><button id="a">publish</button>'),
  '/clobbered': page(
    '<form><input name="children"><input name="getAttribute"><input name="parentNode"><button>Publish</button></form>',
  ),
  '/within': page(
    `<section aria-label="Draft"><button>Open</button></section><section aria-label="Final"><button>Open</button></section>`,
  ),
  '/values': page(
    `<label>Codes <textarea>CANARY_ONE</textarea></label>
     <label>Limit to <input value="CANARY_TWO"> items <input aria-label="Second" value="CANARY_THREE"></label>
     <button>Use <span role="textbox" contenteditable="true">CANARY_FOUR</span></button>
     <input id="self" aria-label="Token" aria-labelledby="self other" value="CANARY_FIVE"><span id="other">Token</span>
     <div role="textbox" contenteditable="true" aria-label="Body">CANARY_SIX</div>
     <select aria-label="Plan"><option>CANARY_SEVEN</option></select>
     <section aria-label="Panel"><input aria-label="Inner" value="CANARY_TEN"></section>
     <input aria-labelledby="said" value="x"><div id="said">Said <input value="CANARY_ELEVEN"></div>
     <input type="hidden" value="CANARY_EIGHT"><a href="/x?token=CANARY_NINE">Next</a>`,
  ),
};

let bench: Workbench;
beforeAll(async () => {
  bench = await startWorkbench(pages);
});
afterAll(() => bench.close());

const open = (where: string) => bench.surface.open(bench.site.origin + where, loadPatience);

describe('the button "Publish"', () => {
  test.each([
    ['/zero-width', { kind: 'lookalike' }],
    ['/soft-hyphen', { kind: 'lookalike' }],
    ['/cyrillic', { kind: 'lookalike' }],
    ['/full-width', { kind: 'lookalike' }],
    ['/bidi', { kind: 'lookalike' }],
    ['/no-break-end', { kind: 'lookalike' }],
    ['/bom', { kind: 'lookalike' }],
    ['/case', { kind: 'lookalike' }],
    ['/longer', { kind: 'missing' }],
    ['/spaces', { kind: 'missing' }],
    ['/pseudo', { kind: 'missing' }],
    ['/twins', { kind: 'ambiguous', count: 2 }],
    ['/hidden-twin', expect.objectContaining({ kind: 'found' })],
    ['/clobbered', expect.objectContaining({ kind: 'found' })],
  ])('on %s', async (where, expected) => {
    await open(where);
    expect(await bench.surface.resolve(button('Publish'))).toEqual(expected);
  });
});

test('white space is what HTML collapses, and nothing else', async () => {
  await open('/spaces');
  expect(await bench.surface.resolve(button('Publish now'))).toMatchObject({ kind: 'found' });
  await open('/no-break-runs');
  expect(await bench.surface.resolve(button('Publish now'))).toEqual({ kind: 'lookalike' });
});

test('a container narrows', async () => {
  await open('/within');
  expect(await bench.surface.resolve(button('Open'))).toEqual({ kind: 'ambiguous', count: 2 });
  const final = { ...button('Open'), within: { role: 'region', name: 'Final' } } as const;
  await elementOf(bench, final);
  expect(await bench.surface.resolve({ ...final, within: { role: 'region', name: 'Other' } })).toEqual({
    kind: 'missing',
  });
});

test('an observation holds names and never a value', async () => {
  await open('/values');
  const { tree, truncated } = await bench.surface.observe({ nodes: 200, bytes: 20_000 });
  expect(tree).not.toContain('CANARY');
  expect(truncated).toBe(false);
  expect(tree).toMatch(/^textbox "Codes" \[ref=e\d+\]$/m);
  expect(tree).toMatch(/^region "Panel" \[ref=e\d+\]$/m);
  expect(tree).toMatch(/^link "Next" \[ref=e\d+\]$/m);
});

test('an observation stays inside its budget, keeps the last control and says that it was cut', async () => {
  await open('/twins');
  const full = await bench.surface.observe({ nodes: 200, bytes: 20_000 });
  expect(full.truncated).toBe(false);
  const cut = await bench.surface.observe({ nodes: 1, bytes: 20_000 });
  expect(cut.tree.split('\n')).toHaveLength(1);
  expect(cut.truncated).toBe(true);
  const small = await bench.surface.observe({ nodes: 200, bytes: 60 });
  expect(Buffer.byteLength(small.tree)).toBeLessThanOrEqual(60);
  expect(small.truncated).toBe(true);
  expect(small.generation).toBeGreaterThan(full.generation);
});

test('the same element keeps its reference over observations', async () => {
  await open('/values');
  const refs = async () => (await bench.surface.observe({ nodes: 200, bytes: 20_000 })).tree;
  expect(await refs()).toBe(await refs());
  const codes = await elementOf(bench, textbox('Codes'));
  expect(await refs()).toContain(`textbox "Codes" [ref=${codes.ref}]`);
});
