import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requireChromium } from '../harness/workbench.ts';
import { randomPage } from './random-page.ts';

/** Changes per page; many more with `CUX_MUTATIONS`. */
const rounds = Number(process.env.CUX_MUTATIONS ?? 15);
/** Without `CUX_MUTATIONS` the three that need the most following. */
const sheets =
  process.env.CUX_MUTATIONS === undefined
    ? ['inner', 'siblings', 'states']
    : ['none', 'inner', 'siblings', 'states', 'has'];
const seed = 7919 + Number(process.env.CUX_SEED ?? 0);

const script = readFileSync(path.join(import.meta.dirname, '..', '..', 'dist', 'injected.js'), 'utf8');

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: requireChromium(),
    chromiumSandbox: process.getuid?.() !== 0,
  });
});
afterAll(() => browser.close());

/** Two agents in one page: one that remembers, and one that reads everything anew each time. */
async function pageWithAgents(rules: string): Promise<Page> {
  const page = await browser.newPage();
  // An observation that takes too long is cut; how busy a machine is decides nothing here.
  await page.addInitScript(() => {
    performance.now = () => 0;
  });
  await page.goto('about:blank');
  await page.setContent('<!doctype html><title>Random</title><body></body>');
  await page.addScriptTag({ content: `${script};globalThis.remembering = cux;` });
  await page.addScriptTag({ content: `${script};globalThis.forgetful = cux;` });
  await page.addScriptTag({ content: `globalThis.series = (${randomPage})(${seed}, '${rules}');` });
  await page.addScriptTag({ content: `globalThis.budget = { nodes: 5000, bytes: 1e6, whole: false };` });
  await page.addScriptTag({
    content: `
      globalThis.told = { texts: new Map(), lines: [] };
      const put = (tree) => {
        for (const { id, role, name } of tree.fresh) told.texts.set(id, role + ' ' + name);
        const between = tree.ids.map((id, index) => tree.depths[index] + ' ' + told.texts.get(id));
        told.lines = [...told.lines.slice(0, tree.before), ...between, ...told.lines.slice(told.lines.length - tree.after)];
        return told.lines;
      };
      const whole = (tree) => {
        const texts = new Map(tree.fresh.map(({ id, role, name }) => [id, role + ' ' + name]));
        return tree.ids.map((id, index) => tree.depths[index] + ' ' + texts.get(id));
      };
      globalThis.compare = () => {
        const [known, anew] = [put(remembering.observe(budget)), whole(forgetful.observeAnew({ ...budget, whole: true }))];
        const at = anew.findIndex((line, index) => line !== known[index]);
        const equal = at < 0 && anew.length === known.length;
        return { lines: anew.length, difference: equal ? null : { known: known[at] ?? known.at(-1), anew: anew[at] ?? null } };
      };`,
  });
  return page;
}

describe('an observation after any change', () => {
  test.each(sheets)('says what a fresh walk says (style sheet: %s)', async (rules) => {
    const page = await pageWithAgents(rules);
    const answer = await page.evaluate((count) => {
      const { series, compare } = globalThis as unknown as {
        series: { change(kind: string): string };
        compare(): { lines: number; difference: unknown };
      };
      const first = compare();
      const found: unknown[] = first.difference === null ? [] : [{ round: 'first', ...first }];
      for (let round = 0; round < count && found.length < 3; round += 1) {
        const done = series.change(round % 4 === 0 ? 'any' : 'styled');
        const { lines, difference } = compare();
        if (difference !== null) found.push({ round, done, lines, difference });
      }
      return { found, lines: first.lines };
    }, rounds);
    await page.close();
    expect(answer.lines).toBeGreaterThan(20);
    expect(answer.found).toEqual([]);
  });
});
