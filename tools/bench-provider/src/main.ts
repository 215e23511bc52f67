/**
 * Prints how fast one governed click, fill and observation are beside the same of tools without governance, as
 * Markdown. `--rounds N` (default 40) and `--warm-up N` (default 5); the hard targets come first. `--only actions` prints the actions
 * through the runtime alone, which need none of the other tools.
 */
import { parseArgs } from 'node:util';
import { findChromium } from '@cux/provider-playwright';
import { benchActions } from './actions.ts';
import { type Amount, benchClicks } from './click.ts';
import { startContenders } from './contenders/all.ts';
import { ProtocolCounter } from './contenders/counting.ts';
import { benchHardTargets } from './hard.ts';
import { benchFence, benchFill, benchObservation } from './others.ts';
import { hardPages, listPage } from './pages.ts';
import { median, type Times } from './rounds.ts';
import { serve } from './site.ts';
import { milliseconds, table } from './table.ts';

const sizes = [200, 5_000] as const;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' },
    'warm-up': { type: 'string', default: '5' },
    only: { type: 'string' },
  },
});
const amount: Amount = { rounds: Number(values.rounds), warmUp: Number(values['warm-up']) };

const chromium = findChromium();
if (chromium.kind === 'missing') throw new Error(chromium.message);
const site = await serve(
  new Map([
    ...sizes.map((size) => [`/${size}`, listPage(size)] as const),
    ...Object.entries(hardPages).map(([where, { html }]) => [where, html] as const),
  ]),
);
const counter = await ProtocolCounter.install(chromium.executablePath);
const actions = async () => {
  const where = `/${sizes[0]}`;
  const { origin, published } = site;
  const parts = { executablePath: chromium.executablePath, counter };
  return `#### Actions of an agent through the runtime\n\n${await benchActions(parts, { origin, where, published }, amount)}\n`;
};
if (values.only === 'actions') {
  console.log(`${amount.rounds} paired rounds after ${amount.warmUp} to warm up; medians.\n`);
  console.log(await actions());
  await site.close();
  process.exit();
}
const contenders = await startContenders(chromium.executablePath, site.origin);
try {
  console.log(`${amount.rounds} paired rounds after ${amount.warmUp} to warm up; medians.\n`);
  console.log(`#### Hard targets\n\n${await benchHardTargets(contenders, site.origin)}\n`);
  const others: (readonly string[])[] = [];
  const fences: Times[] = [];
  for (const size of sizes) {
    const clicks = await benchClicks(contenders, counter, site.origin, `/${size}`, amount);
    const elements = await contenders.raw.page.evaluate(() => document.querySelectorAll('*').length);
    console.log(`#### Clicks on a page of ${elements} elements\n\n${clicks}\n`);
    const ref = await contenders.governed.referenceOf('button "Target"');
    others.push([`${elements}`, ...(await benchFill(contenders, amount))]);
    others.push([`${elements}`, ...(await benchObservation(contenders, ref, amount))]);
    fences.push(await benchFence(contenders, ref, amount));
  }
  console.log(await actions());
  console.log('#### Filling and observing\n');
  console.log(table(['elements', 'what', 'median ms', 'ratio', 'at most', 'held', ''], others));
  const [few, many] = fences.map(median);
  console.log(
    `\nFence check with its hit test: ${fences.map((times) => milliseconds(median(times))).join(' and ')} ms on the two pages (${((many ?? Number.NaN) / (few ?? Number.NaN)).toFixed(2)} times).`,
  );
} finally {
  await contenders.close();
  await site.close();
}
// A contender that keeps a handle open must not keep the bench.
process.exit();
