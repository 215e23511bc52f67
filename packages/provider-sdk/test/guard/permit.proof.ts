import type { WriteRule } from '@cux/contracts';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import type { Guard } from '../../src/guard/guard.ts';
import { startGuard } from '../../src/guard/start-guard.ts';
import { systemClock } from '../../src/guard/system-clock.ts';
import { launchBehind } from './support/browser.ts';
import { inAMinute, pause, permitFor } from './support/guarded-site.ts';
import { type Site, siteCertificate, startSite } from './support/site.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** An editor that saves drafts and publishes through one URL, writes noise, posts twice and replays. */
const editor = `<!doctype html><title>editor</title><button id="draft">Save draft</button><button id="publish">Publish</button>
<script>
const send = (status) => fetch('/api/articles/7', {
  method: 'POST', keepalive: true,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ status, headline: 'Q3 notes' }),
}).then((answer) => { document.title = status + ' ' + answer.status; });
document.querySelector('#draft').onclick = () => send('draft');
document.querySelector('#publish').onclick = () => { send('published'); send('published'); };
addEventListener('pagehide', () => send('published'));
const noise = setInterval(() => fetch('/noise', { method: 'POST', body: 'x' }), 20);
</script>`;

const body = (status: string): WriteRule['body'] => ({
  kind: 'json',
  fields: [
    { field: '/status', operator: 'equals', value: status },
    { field: '/headline', operator: 'equals', value: 'Q3 notes' },
  ],
  other_fields: 'deny',
});

function ruleFor(origin: string, status: 'draft' | 'published'): WriteRule {
  return {
    id: status === 'draft' ? 'save-draft' : 'publish',
    effect_class: status === 'draft' ? 'draft' : 'external_write',
    describes: 'Sends the article',
    method: 'POST',
    origin,
    path: status === 'draft' ? '/api/articles/{integer}' : '/api/articles/7',
    query: [],
    override_method: null,
    body: body(status),
  };
}

async function openEditor(
  scheme: string,
): Promise<{ guard: Guard; site: Site; page: Page; end(): Promise<void> }> {
  const certificate = await siteCertificate();
  const site = await startSite(
    (_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(editor);
    },
    scheme === 'https' ? certificate : undefined,
  );
  const guard = await startGuard({
    clock: systemClock,
    extraCertificateAuthorities: [certificate.authority],
  });
  cleanups.push(
    () => site.close(),
    () => guard.close(),
  );
  guard.configure({ allowed_origins: [site.origin], write_rules: [ruleFor(site.origin, 'draft')] });
  const browser = await launchBehind(guard);
  const page = await browser.newPage();
  await page.goto(site.origin);
  const end = async () => {
    await browser.close();
    await pause(1_000);
  };
  return { guard, site, page, end };
}

const published = (site: Site) => site.writes().filter(({ body: text }) => text.includes('published'));

describe.each(['http', 'https'])('one press over %s', (scheme) => {
  test('a draft passes, a publication does not, and under a permit exactly one does, among noise, double posts and replays', async () => {
    const { guard, site, page, end } = await openEditor(scheme);
    const since = guard.record().allowed[0]?.count ?? 0;
    await page.click('#draft');
    expect(await guard.waitForWrite('save-draft', since, 60_000)).toBe(true);
    await page.waitForFunction(`document.title === 'draft 200'`);
    await page.click('#publish');
    await page.waitForFunction(`document.title === 'published 403'`);

    expect(published(site)).toEqual([]);
    expect(site.writes().map(({ path }) => path)).toEqual(['/api/articles/7']);
    const blocked = guard.record().blocked.find(({ rule }) => rule === 'guard.body-mismatch');
    expect(blocked).toMatchObject({
      path: '/api/articles/7',
      shape: ['/headline:string', '/status:string'],
    });
    expect(guard.record().spent).toEqual([]);

    const rules = [ruleFor(site.origin, 'published')];
    guard.arm(permitFor(rules), rules, inAMinute());
    await page.click('#publish');
    expect(await guard.waitForWrite('publish', 0, 60_000)).toBe(true);
    await page.reload();
    await page.click('#publish');
    await page.waitForFunction(`document.title.startsWith('published')`);
    await end();

    expect(published(site)).toHaveLength(1);
    expect(site.writes()).toHaveLength(2);
    expect(guard.disarm()).toEqual(['publish']);
    expect(guard.record()).toMatchObject({
      spent: [{ rule: 'publish', status: 200 }],
    });
    expect(guard.record().blocked.some(({ rule }) => rule === 'guard.permit-spent')).toBe(true);
  });
});
