import type { CasePage } from './case-page.ts';
import { type CountingSite, startCountingSite } from './counting-site.ts';
import { type CaseOutcome, runCase } from './run-case.ts';
import { pause, startWorkbench, type Workbench } from './workbench.ts';

/** How long sites are watched after a browser has ended, in milliseconds. */
const watch = 1_000;

/** With CUX_REPEAT every case gets a browser of its own, so that each page is also there when its browser ends. */
const ownBrowsers = process.env.CUX_REPEAT !== undefined;

/** A browser can go on with another case when nothing of the last one holds it. */
async function isFree({ surface }: Workbench): Promise<boolean> {
  const signs = await surface.stopSigns();
  const held = signs.some(({ code }) => code === 'native_dialog' || code === 'lifecycle_failure');
  return !held && !surface.unexpectedTargetOpened() && (await surface.location()) !== null;
}

/**
 * Runs cases one after the other, each on a site of its own and on the same browser as long as it is free. What
 * reached a site is counted until one second after the browser that saw it has ended.
 */
export async function runCases(pages: readonly CasePage[]): Promise<ReadonlyMap<string, CaseOutcome>> {
  const outcomes = new Map<string, CaseOutcome>();
  for (let next = 0; next < pages.length; ) next += await runOnOneBrowser(pages.slice(next), outcomes);
  return outcomes;
}

async function runOnOneBrowser(
  pages: readonly CasePage[],
  outcomes: Map<string, CaseOutcome>,
): Promise<number> {
  const bench = await startWorkbench({});
  const sites: CountingSite[] = [];
  let done = 0;
  try {
    for (const page of pages) {
      const site = await startCountingSite(
        new Map([
          [`/${page.file}`, page.html],
          ['/next', 'next'],
        ]),
      );
      sites.push(site);
      outcomes.set(page.id, await runCase(page, { ...bench, site }));
      done += 1;
      if (ownBrowsers || !(await isFree(bench).catch(() => false))) break;
    }
    await bench.session.close();
    await pause(watch);
  } finally {
    await bench.close();
    await Promise.all(sites.map((site) => site.close()));
  }
  return done;
}
