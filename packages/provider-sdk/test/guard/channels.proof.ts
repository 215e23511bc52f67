import type { BrowserContext } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { Guard } from '../../src/guard/guard.ts';
import { startGuard } from '../../src/guard/start-guard.ts';
import { systemClock } from '../../src/guard/system-clock.ts';
import { launchBehind } from './support/browser.ts';
import { type Channel, channelFiles, channels, type Origins } from './support/channels.ts';
import { type Handler, type Site, siteCertificate, startSite } from './support/site.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const isAlone = ({ besideOthers }: Channel): boolean => besideOthers !== true;

/** Which channels each page tries, by the name of the page. */
const pages = new Map<string, readonly Channel[]>([
  ['shared', channels.filter((channel) => !isAlone(channel))],
  ...channels.filter(isAlone).map((channel) => [channel.name, [channel]] as const),
]);

function pageOf(name: string, tried: readonly Channel[], origins: Origins): string {
  const scripts = tried.map(({ script }) => `{ ${script(origins)} }`).join('\n');
  return `<!doctype html><title>${name}</title><body><script>setTimeout(() => {
    ${scripts}
    document.documentElement.dataset.ran = 'yes';
  })</script>`;
}

/** Serves every channel at `/channel/NAME`; whatever is written is answered as a success. */
function serving(origins: Origins): Handler {
  return (request, response) => {
    const path = request.url ?? '';
    const name = /^\/channel\/(.+)$/.exec(path)?.[1] ?? '';
    const tried = pages.get(name);
    const file = channelFiles[path];
    response.setHeader('content-type', file?.type ?? 'text/html');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-methods', '*');
    if (name === 'csp-report') {
      response.setHeader('content-security-policy', "img-src 'none'; report-uri /w/csp-report");
    }
    if (name === 'report-to') {
      response.setHeader('content-security-policy', "img-src 'none'; report-to reports");
      response.setHeader('reporting-endpoints', 'reports="/w/report-to"');
      const endpoints = [{ url: `${origins.own}/w/report-to` }];
      response.setHeader('report-to', JSON.stringify({ group: 'nel', max_age: 600, endpoints }));
      response.setHeader('nel', JSON.stringify({ report_to: 'nel', max_age: 600, success_fraction: 1 }));
    }
    if (name === 'reporting') {
      response.setHeader('reporting-endpoints', 'default="/w/reporting"');
      response.setHeader('permissions-policy', 'geolocation=()');
    }
    response.end(tried === undefined ? (file?.text ?? 'ok') : pageOf(name, tried, origins));
  };
}

interface TwoSites {
  readonly scheme: string;
  readonly own: Site;
  readonly other: Site;
}

async function startTwoSites(scheme: string, tls?: Parameters<typeof startSite>[1]): Promise<TwoSites> {
  const origins = { own: '', other: '' };
  const handler: Handler = (...exchange) => serving(origins)(...exchange);
  const own = await startSite(handler, tls);
  const other = await startSite(handler, tls);
  Object.assign(origins, { own: own.origin, other: other.origin });
  cleanups.push(
    () => own.close(),
    () => other.close(),
  );
  return { scheme, own, other };
}

/** Sites over both schemes, behind one guard. */
async function startSites(): Promise<{ guard: Guard; sites: readonly TwoSites[] }> {
  const certificate = await siteCertificate();
  const sites = [await startTwoSites('http'), await startTwoSites('https', certificate)];
  const guard = await startGuard({
    clock: systemClock,
    extraCertificateAuthorities: [certificate.authority],
  });
  cleanups.push(() => guard.close());
  const origins = sites.flatMap(({ own, other }) => [own.origin, other.origin]);
  guard.configure({ allowed_origins: origins, write_rules: [] });
  return { guard, sites };
}

const preflight = { method: 'OPTIONS' };

function leaked(...sites: readonly Site[]): readonly unknown[] {
  return sites.flatMap((site) => site.writes()).filter(({ method }) => method !== preflight.method);
}

async function tryChannels(context: BrowserContext, own: Site): Promise<void> {
  for (const [name, tried] of pages) {
    const last = tried.find((channel) => channel.last !== undefined)?.last;
    const page = await context.newPage();
    await page.goto(`${own.origin}/channel/${name}`, { waitUntil: 'commit' });
    if (last !== undefined) await page.waitForSelector('html[data-ran]');
    if (last === 'click') await page.click('a');
    if (last === 'leave') await page.goto('about:blank');
  }
}

test('no channel brings a write to a server, over http or https, until one second after the close', async () => {
  const { guard, sites } = await startSites();
  const browser = await launchBehind(guard);
  const context = await browser.newContext();
  for (const { own } of sites) await tryChannels(context, own);
  await pause(1_000);
  await browser.close();
  await pause(1_000);

  const loud = channels.filter(({ mayBeSilent }) => mayBeSilent !== true);
  for (const { scheme, own, other } of sites) {
    expect(leaked(own, other), scheme).toEqual([]);
    const blocked = guard
      .record()
      .blocked.filter(({ origin }) => [own.origin, other.origin].includes(origin));
    const tried = new Set(blocked.map(({ path }) => path));
    expect(
      [...tried].filter((path) => !path.startsWith('/w/')),
      scheme,
    ).toEqual([]);
    expect(
      loud.map(({ name }) => `/w/${name}`).filter((path) => !tried.has(path)),
      scheme,
    ).toEqual([]);
  }
  expect(guard.record().faults).toBe(0);
});
