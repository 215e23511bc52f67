import { afterEach, describe, expect, test } from 'vitest';
import type { Guard } from '../../src/guard/guard.ts';
import { startGuard } from '../../src/guard/start-guard.ts';
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
    response.end(tried === undefined ? (file?.text ?? 'ok') : pageOf(name, tried, origins));
  };
}

async function startTwoSites(scheme: string): Promise<{ guard: Guard; own: Site; other: Site }> {
  const certificate = await siteCertificate();
  const origins = { own: '', other: '' };
  const handler: Handler = (...exchange) => serving(origins)(...exchange);
  const tls = scheme === 'https' ? certificate : undefined;
  const own = await startSite(handler, tls);
  const other = await startSite(handler, tls);
  Object.assign(origins, { own: own.origin, other: other.origin });
  const guard = await startGuard({
    clock: { now: () => Date.now() },
    extraCertificateAuthorities: [certificate.authority],
  });
  cleanups.push(
    () => own.close(),
    () => other.close(),
    () => guard.close(),
  );
  guard.configure({ allowed_origins: [own.origin, other.origin], write_rules: [] });
  return { guard, own, other };
}

const preflight = { method: 'OPTIONS' };

function leaked(...sites: readonly Site[]): readonly unknown[] {
  return sites.flatMap((site) => site.writes()).filter(({ method }) => method !== preflight.method);
}

describe.each(['http', 'https'])('over %s', (scheme) => {
  test('no channel brings a write to the server, until one second after the close', async () => {
    const { guard, own, other } = await startTwoSites(scheme);
    const browser = await launchBehind(guard);
    const context = await browser.newContext();
    for (const [name, tried] of pages) {
      const last = tried.find((channel) => channel.last !== undefined)?.last;
      const page = await context.newPage();
      await page.goto(`${own.origin}/channel/${name}`, { waitUntil: 'commit' });
      if (last !== undefined) await page.waitForSelector('html[data-ran]');
      if (last === 'click') await page.click('a');
      if (last === 'leave') await page.goto('about:blank');
    }
    await pause(1_000);
    await browser.close();
    await pause(1_000);

    expect(leaked(own, other)).toEqual([]);
    const tried = new Set(guard.record().blocked.map(({ path }) => path));
    expect([...tried].filter((path) => !path.startsWith('/w/'))).toEqual([]);
    const loud = channels.filter(({ mayBeSilent }) => mayBeSilent !== true);
    expect(loud.map(({ name }) => `/w/${name}`).filter((path) => !tried.has(path))).toEqual([]);
    expect(guard.record().faults).toBe(0);
  });
});
