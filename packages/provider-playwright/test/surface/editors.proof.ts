import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elementOf, textbox } from '../harness/on-page.ts';
import { loadPatience, pause, startWorkbench, type Workbench } from '../harness/workbench.ts';

/** Long enough for every editor here to take back what it does not want. */
const settle = 350;

let bench: Workbench;
beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, '..', 'fixtures', 'editors', 'editors.js')],
    bundle: true,
    format: 'iife',
    minify: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const script = outputFiles[0]?.text.replaceAll('</script', '<\\/script') ?? '';
  bench = await startWorkbench({
    '/editors': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Editors</title><link rel="icon" href="data:,"></head><body><script>${script}</script></body></html>`,
  });
  await bench.surface.open(`${bench.site.origin}/editors`, loadPatience);
});
afterAll(() => bench.close());

const model = (name: string) => bench.probe.evaluate(bench.site.origin, `models[${JSON.stringify(name)}]()`);

describe('a field with a model of its own', () => {
  test.each([
    ['ProseMirror', 'A new title'],
    ['ProseMirror', 'one\ntwo'],
    ['CodeMirror', 'A new title'],
    ['CodeMirror', 'one\ntwo\nthree'],
    ['Lexical', 'A new title'],
    ['Lexical', 'one\ntwo'],
    ['Controlled', 'A new title'],
    ['Controlled', ''],
    ['Notes', 'one\ntwo\n\nfour'],
    ['Masked', '04.03.2027'],
  ])('%s holds %j, and so does its model', async (name, value) => {
    const target = textbox(name);
    expect(await bench.surface.fill(await elementOf(bench, target), value)).toEqual({ kind: 'done' });
    await pause(settle);
    expect(await model(name)).toBe(value);
    expect(await bench.surface.holds(target, { kind: 'text', value })).toBe('held');
  });

  test.each([
    ['Masked', '2027-03-04', 'a mask that reads days first makes another date of it'],
    ['Shout', 'quiet', 'it shows what it makes of the text, and keeps nothing'],
  ])('%s does not hold %j', async (name, value) => {
    const target = textbox(name);
    await bench.surface.fill(await elementOf(bench, target), value);
    await pause(settle);
    expect(await bench.surface.holds(target, { kind: 'text', value })).toBe('not_held');
  });

  test('a controlled checkbox', async () => {
    const target = { role: 'checkbox', name: 'Agreed' } as const;
    for (const checked of [true, true, false]) {
      expect(await bench.surface.setChecked(await elementOf(bench, target), checked)).toEqual({
        kind: 'done',
      });
      await expect.poll(() => model('Agreed')).toBe(String(checked));
    }
  });

  test.each(['City 3', 'City 700'])('a list that draws only what is in sight: %s', async (city) => {
    const target = { role: 'combobox', name: 'City' } as const;
    expect(await bench.surface.select(await elementOf(bench, target), city)).toEqual({ kind: 'done' });
    expect(await model('City')).toBe(city);
    expect(await bench.surface.holds(target, { kind: 'option', label: city })).toBe('held');
  });
});
