import type { CasePage } from './case-page.ts';
import { type CountingSite, startCountingSite } from './counting-site.ts';
import { type CaseOutcome, runCase } from './run-case.ts';
import { isFree, pause, startWorkbench, type Workbench } from './workbench.ts';

/** How long sites are watched after a browser has ended, in milliseconds. */
const watch = 1_000;

/** With CUX_REPEAT every case gets a browser of its own, so that each page is also there when its browser ends. */
const ownBrowsers = process.env.CUX_REPEAT !== undefined;

/** How one kind of run puts up its site and goes about it. */
export interface CaseRun<Outcome> {
  startSite(page: CasePage): Promise<CountingSite>;
  run(page: CasePage, bench: Workbench): Promise<Outcome>;
}

/** The draft phase of a case. */
export const draftPhase: CaseRun<CaseOutcome> = {
  startSite: (page) =>
    startCountingSite(
      new Map([
        [`/${page.file}`, page.html],
        ['/next', 'next'],
      ]),
    ),
  run: runCase,
};

/**
 * Runs cases one after the other, each on a site of its own and on the same browser as long as it is free. What
 * reached a site is counted until one second after the browser that saw it has ended.
 */
export async function runCases<Outcome>(
  pages: readonly CasePage[],
  kind: CaseRun<Outcome>,
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  for (let next = 0; next < pages.length; ) next += await runOnOneBrowser(pages.slice(next), kind, outcomes);
  return outcomes;
}

async function runOnOneBrowser<Outcome>(
  pages: readonly CasePage[],
  kind: CaseRun<Outcome>,
  outcomes: Map<string, Outcome>,
): Promise<number> {
  const bench = await startWorkbench({});
  const sites: CountingSite[] = [];
  let done = 0;
  try {
    for (const page of pages) {
      const site = await kind.startSite(page);
      sites.push(site);
      outcomes.set(page.id, await kind.run(page, { ...bench, site }));
      done += 1;
      if (ownBrowsers || !(await isFree(bench))) break;
    }
    await bench.session.close();
    await pause(watch);
  } finally {
    await bench.close();
    await Promise.all(sites.map((site) => site.close()));
  }
  return done;
}
