import { describe, expect, test } from 'vitest';
import { launchProcess } from './support/browser.ts';
import { guardedSite, inAMinute, pause, permitFor, statusRule } from './support/guarded-site.ts';
import { html } from './support/site.ts';

const racing = `<title>racing</title><script>
const write = (kind) => fetch('/api/' + kind, {
  method: 'POST', keepalive: true, headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ status: 'published' }),
}).catch(() => {});
write('first');
setInterval(() => { write('tick'); navigator.sendBeacon('/api/beacon', '{"status":"published"}'); }, 2);
for (const moment of ['pagehide', 'beforeunload', 'unload', 'visibilitychange', 'freeze']) {
  addEventListener(moment, () => { write(moment); navigator.sendBeacon('/api/' + moment, 'x'); });
}
</script>`;

/**
 * Over HTTPS an end is an end like over HTTP, and a close is what ends the page that has a permit; CUX_REPEAT tries
 * them all, on both.
 */
function waysToEnd(scheme: string): readonly ('close' | 'SIGTERM' | 'SIGKILL')[] {
  if (process.env.CUX_REPEAT !== undefined) return ['close', 'SIGTERM', 'SIGKILL'];
  return scheme === 'http' ? ['SIGTERM', 'SIGKILL'] : ['SIGKILL'];
}

describe.each(['http', 'https'])('a page that writes every 2 ms, over %s', (scheme) => {
  test.each(waysToEnd(scheme))('reaches the site 0 times when ended by %s', async (way) => {
    const { guard, site } = await guardedSite(html(racing), { tls: scheme === 'https' });
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    const { browser, end } = await launchProcess(guard);
    const page = await browser.newPage();
    await page.goto(site.origin);
    await expect.poll(() => guard.record().blocked.some(({ path }) => path === '/api/tick')).toBe(true);
    await pause(100);
    await end(way);
    await pause(1_000);
    expect(site.writes()).toEqual([]);
    expect(site.seen.some(({ path }) => path === '/')).toBe(true);
  });

  test('reaches it exactly once under a permit and never without, whatever it sends while it is closed', async () => {
    const { guard, site } = await guardedSite(html(racing), { tls: scheme === 'https' });
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    const { browser, end } = await launchProcess(guard);
    const page = await browser.newPage();
    await page.goto(site.origin);
    await expect.poll(() => guard.record().blocked.some(({ path }) => path === '/api/tick')).toBe(true);
    expect(site.writes()).toEqual([]);
    expect(site.seen.some(({ path }) => path === '/')).toBe(true);
    const rules = [statusRule(site.origin, 'published', 'external_write')];
    guard.arm(permitFor(rules), rules, inAMinute());
    expect(await guard.waitForWrite('send-published', 0, 60_000)).toBe(true);
    await end('close');
    await pause(1_000);
    expect(site.writes()).toHaveLength(1);
    expect(guard.disarm()).toEqual(['send-published']);
  });
});
