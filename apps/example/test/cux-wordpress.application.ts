import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { countPublications, installWordPress, readPeople } from '../src/wordpress/install-wordpress.ts';
import { obtainWordPress } from '../src/wordpress/obtain-wordpress.ts';
import { startWordPress } from '../src/wordpress/start-wordpress.ts';
import { readPosts, readPublications } from '../src/wordpress/wordpress-oracle.ts';
import { approve, cuxIn, type Typed } from './cux-application.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { hasPseudoTerminal } from './terminal-process.ts';

const php = process.env.CUX_PHP ?? 'php';

it.skipIf(!hasPseudoTerminal())(
  'takes a new user from nothing to a published post on a fresh WordPress, and back to no access',
  { timeout: 900_000 },
  async (test) => {
    const root = temporaryFolder(test);
    const site = join(root, 'site');
    const folder = join(root, 'application');
    mkdirSync(folder);
    const { signal } = new AbortController();
    const source = await obtainWordPress(process.env, () => {}, signal);
    await installWordPress(site, source, php, signal);
    await countPublications(site);
    const running = await startWordPress(site, php, 0, signal);
    test.onTestFinished(() => running.stop());
    const statuses = async () =>
      (await readPosts(site, php))
        .filter(({ id, status }) => id !== 1 && status !== 'auto-draft')
        .map(({ status }) => status);

    // The README, word by word: what kind of WordPress it is, it says itself.
    const cux = cuxIn(folder);
    const begun = await cux.run('init', '--origin', `${running.origin}/`, '--account', 'writer');
    expect(begun.code, begun.errors).toBe(0);
    expect((await cux.run('content', 'add', 'content/hello.md')).code).toBe(0);

    // Enrol: nothing without a person at a terminal; then the site's own page, with the person's own password.
    expect(await cux.run('session', 'enrol')).toMatchObject({ code: 3 });
    const secret = readPeople(site).writer;
    const signIn: readonly Typed[] = [approve, ['Password of writer', `${secret}\r`]];
    const enrolled = await cux.atTerminal(['session', 'enrol'], signIn);
    expect(enrolled.output).toContain('may use the account writer');
    expect(enrolled.output).not.toContain(secret);
    expect(await cux.json('session', 'list')).toMatchObject({
      sessions: [{ account: 'writer', status: 'open', stored: true }],
    });

    // Use: one decision on the item, and no sign-in in between.
    const drafted = await cux.run('content', 'draft', 'hello');
    expect(drafted.code, drafted.errors).toBe(0);
    expect(await statuses()).toEqual(['draft']);
    expect(readPublications(site)).toEqual([]);
    expect((await cux.atTerminal(['content', 'review', 'hello'], [approve])).output).toContain(
      'The gate is open',
    );
    const published = await cux.run('content', 'publish', 'hello');
    expect(published.code, published.errors).toBe(0);
    expect(await statuses()).toEqual(['publish']);
    expect(readPublications(site)).toHaveLength(1);
    expect(await cux.json('content', 'status', 'hello')).toMatchObject({
      items: [{ state: 'readback_verified', interventions: { decisions: 1, sign_ins: 0 }, next: '' }],
    });

    // Revoke: the session is gone, and the next item meets the sign-in page; nothing of it reaches the site.
    const [session] = (await cux.json('session', 'list')).sessions as readonly { readonly gate_id: string }[];
    const revoked = await cux.atTerminal(
      ['session', 'revoke', session?.gate_id ?? ''],
      [['End the use of', 'y\r']],
    );
    expect(revoked.output).toContain('No agent may use writer');
    writeFileSync(join(folder, 'next.md'), '---\ntitle: Another one\n---\nText.\n');
    await cux.run('content', 'add', 'next.md');
    const refused = await cux.run('content', 'draft', 'next');
    expect(refused).toMatchObject({ code: 3 });
    expect(refused.errors).toContain('cux session enrol --item next');
    expect(await statuses()).toEqual(['publish']);
    expect(await cux.json('session', 'list', '--all')).toMatchObject({
      sessions: expect.arrayContaining([expect.objectContaining({ closed_for: 'revoked', stored: false })]),
    });
    expect((await cux.run('audit', 'verify')).code).toBe(0);
  },
);
