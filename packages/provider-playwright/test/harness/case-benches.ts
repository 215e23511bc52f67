import { conditionsOf } from './approved-phase.ts';
import type { CasePage } from './case-page.ts';
import { type CountingSite, startCountingSite } from './counting-site.ts';
import { type CaseOutcome, runCase } from './run-case.ts';
import type { SiteCertificate } from './site-certificate.ts';
import { isFree, pause, startWorkbench, type Workbench } from './workbench.ts';

/** How long sites are watched after a browser has ended, in milliseconds. */
const watch = 1_000;

/** How one kind of run puts up its site and goes about it. */
export interface CaseRun<Outcome> {
  startSite(page: CasePage, certificate: SiteCertificate | null): Promise<CountingSite>;
  run(page: CasePage, bench: Workbench): Promise<Outcome>;
}

/** A page that changes by itself while the approved attempt waits. */
const isAlteredAfterApproval = (page: CasePage) => conditionsOf(page).waitBeforePermit !== undefined;

/**
 * The page with its timers of a second and more held. What it does by itself after the approval it must not do in the
 * draft phase, however long that takes on a busy machine.
 */
function holdingTimers({ html }: CasePage): string {
  const held = '(run, wait = 0, ...rest) => start(run, wait < 1000 ? wait : 2 ** 31 - 1, ...rest)';
  const script = `<script>{ const start = setTimeout; window.setTimeout = ${held}; }</script>`;
  return html.replace('<head>', (head) => `${head}${script}`);
}

/** The draft phase of a case. */
export const draftPhase: CaseRun<CaseOutcome> = {
  startSite: (page, certificate) =>
    startCountingSite(
      new Map([
        [`/${page.file}`, isAlteredAfterApproval(page) ? holdingTimers(page) : page.html],
        ['/next', 'next'],
      ]),
      certificate,
    ),
  run: runCase,
};

export interface BenchOptions {
  /** Sites speak HTTPS with it; HTTP when null. */
  readonly certificate: SiteCertificate | null;
  /** A browser for each case, so that each page is also there when its browser ends. */
  readonly ownBrowsers: boolean;
}

/** `CUX_REPEAT` asks for the long form. */
export const usualBench: BenchOptions = {
  certificate: null,
  ownBrowsers: process.env.CUX_REPEAT !== undefined,
};

/**
 * Runs cases one after the other, each on a site of its own and on the same browser as long as it is free. What
 * reached a site is counted until one second after the browser that saw it has ended.
 * @param told called with each page and its outcome, once its writes are final
 */
export async function runCases<Outcome>(
  pages: readonly CasePage[],
  kind: CaseRun<Outcome>,
  options: BenchOptions,
  told: (page: CasePage, outcome: Outcome) => void,
): Promise<void> {
  for (let next = 0; next < pages.length; ) {
    const done = await runOnOneBrowser(pages.slice(next), kind, options);
    for (const [index, outcome] of done.entries()) told(pages[next + index] as CasePage, outcome);
    next += done.length;
  }
}

async function runOnOneBrowser<Outcome>(
  pages: readonly CasePage[],
  kind: CaseRun<Outcome>,
  { certificate, ownBrowsers }: BenchOptions,
): Promise<readonly Outcome[]> {
  const certificateAuthorities = certificate === null ? [] : [certificate.cert];
  const bench = await startWorkbench({}, { certificateAuthorities });
  const sites: CountingSite[] = [];
  const done: Outcome[] = [];
  try {
    for (const page of pages) {
      const site = await kind.startSite(page, certificate);
      sites.push(site);
      done.push(await kind.run(page, { ...bench, site }));
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
