import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryFolderFor } from '@cux/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newsroomFixture } from '../src/mock/newsroom-fixture.ts';
import { readNewsroomState } from '../src/newsroom/newsroom-files.ts';
import { type RunningNewsroom, startNewsroom } from '../src/newsroom/start-newsroom.ts';
import { cuxHere, loadCux, type Says } from './cux-in-process.ts';

/** An application folder on a newsroom of its own, with declared screens for a browser: requests, guard and site are real. */
describe('cux on the newsroom', () => {
  let site: RunningNewsroom;
  let loaded: Awaited<ReturnType<typeof loadCux>>;
  let siteFolder: string;
  const root = mkdtempSync(join(tmpdir(), 'cux-newsroom-'));
  const folder = join(root, 'application');
  const at = (says: Says, ...words: readonly string[]) =>
    cuxHere(loaded, ['--config', join(folder, 'cux.json'), ...words], says);
  const cux = {
    run: (...words: readonly string[]) => at(null, ...words),
    json: async (...words: readonly string[]) => JSON.parse((await at(null, '--json', ...words)).output),
  };
  const publications = () => readNewsroomState(siteFolder).publications;
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const article = (title: string) => `---\ntitle: ${title}\nsection: Culture\n---\nMany came to it.\n`;

  beforeAll(async () => {
    siteFolder = join(root, 'site');
    mkdirSync(siteFolder);
    mkdirSync(folder);
    site = await startNewsroom({ directory: siteFolder, port: 0, unexpectedDialog: false });
    loaded = await loadCux();
    const begun = await cuxHere(loaded, [
      'init',
      folder,
      '--origin',
      site.origin,
      '--account',
      'editor',
      '--recipe',
      'newsroom',
    ]);
    expect(begun.code, begun.errors).toBe(0);
    const fixture = newsroomFixture({ origin: site.origin, modal: false });
    const config = file('mock.json', JSON.stringify({ fixture }));
    const installed = await cux.run('provider', 'install', 'mock', '--provider-config', config);
    expect(installed.code, installed.errors).toBe(0);
    const own = JSON.parse(readFileSync(join(folder, 'cux.json'), 'utf8'));
    file('cux.json', JSON.stringify({ ...own, provider: 'mock' }));
  });
  afterAll(async () => {
    await site.stop();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  it('keeps nothing that was seen in a zdr workspace: drafted, approved and published in one go', async () => {
    const set = await cux.run('retention', 'set', 'zdr');
    expect(set, set.errors).toMatchObject({ code: 0 });
    await cux.run('content', 'add', file('memory.md', article('Memory')));
    const alone = await cux.run('content', 'draft', 'memory');
    expect(alone).toMatchObject({ code: 3 });
    expect(alone.errors).toContain('cux content publish memory');
    expect(await cux.run('content', 'publish', 'memory')).toMatchObject({ code: 3 });
    expect((await cux.json('attempt', 'list')).attempts).toEqual([]);

    // Whoever turns it down has it drafted anew, and is asked anew.
    expect(await at('reject', 'content', 'publish', 'memory')).toMatchObject({ code: 3 });
    expect(publications()).toHaveLength(0);
    expect(await at('approve', 'todo', 'reopen', 'memory')).toMatchObject({ code: 0 });
    const published = await at('approve', 'content', 'publish', 'memory');
    expect(published, published.errors).toMatchObject({ code: 0 });
    expect(publications()).toHaveLength(1);

    // The vault has what the person gave, and nothing that was seen.
    const [attempt] = (await cux.json('attempt', 'list', '--todo', 'memory')).attempts;
    const evidence = await cux.run('evidence', 'open', attempt.attempt_id, '--no-show');
    expect(evidence.output).toContain('cannot be read from the vault any more');
    expect(await cux.json('vault', 'sweep', '--days', '0')).toMatchObject({
      kept_contents: 0,
      kept_names: 1,
      removed_contents: 0,
    });
    expect(readdirSync(join(folder, '.cux'))).not.toContain('evidence');
    expect(readdirSync(join(folder, '.cux', 'working'))).toEqual([]);
    const inMemory = await memoryFolderFor(join(folder, '.cux'));
    expect(inMemory === null ? [] : readdirSync(inMemory)).toEqual([]);
    if (inMemory !== null) rmdirSync(inMemory);
    expect((await cux.run('audit', 'verify')).code).toBe(0);
    const back = await cux.run('retention', 'set', 'standard', '--days', '7');
    expect(back.output).toContain('kept for 7 days');
  });

  it('publishes once what a person approved at a terminal, with exactly one decision', async () => {
    expect((await cux.run('content', 'add', file('harvest.md', article('Harvest')))).code).toBe(0);
    expect((await cux.run('content', 'publish', 'harvest')).code).toBe(3);
    const drafted = await cux.run('content', 'draft', 'harvest');
    expect(drafted).toMatchObject({ code: 0 });
    expect(drafted.output).toContain('Next: cux content review harvest');
    // Shown to whoever asks; decided by nobody who is not at a terminal.
    const shown = await cux.run('content', 'review', 'harvest');
    expect(shown).toMatchObject({ code: 3, errors: expect.stringContaining('Nothing was decided') });
    expect(shown.errors.trim().split('\n')).toHaveLength(1);
    const asJson = await cux.run('--json', 'content', 'review', 'harvest');
    expect(asJson).toMatchObject({ code: 3, errors: expect.stringContaining('"needs_a_person"') });
    expect(JSON.parse(asJson.output)).toMatchObject({ gate: { status: 'pending' } });
    expect(shown.output).toMatch(/content title: +Harvest\n/);
    expect(shown.output).toMatch(/final action: +press the button “Confirm publish”/);
    expect(await cux.run('content', 'publish', 'harvest')).toMatchObject({ code: 3 });
    expect(publications()).toHaveLength(1);

    const reviewed = await at('approve', 'content', 'review', 'harvest');
    expect(reviewed.output).toContain('The gate is open at revision 2');
    const published = await cux.run('content', 'publish', 'harvest');
    expect(published, published.errors).toMatchObject({ code: 0 });
    expect(published.output).toContain('readback verified');
    expect(await cux.run('content', 'publish', 'harvest')).toMatchObject({ code: 0 });
    expect(publications()).toHaveLength(2);
    expect(await cux.json('content', 'status', 'harvest')).toMatchObject({
      items: [
        { state: 'readback_verified', interventions: { decisions: 1, sign_ins: 0, total: 1 }, next: '' },
      ],
      interventions_per_outcome: [{ outcome: 'readback_verified', items: 1, decisions: 1, interventions: 1 }],
    });
  });

  it('publishes nothing that a person rejected, nor what was revised after they approved', async () => {
    const before = publications().length;
    await cux.run('content', 'add', file('bridge.md', article('Bridge')));
    await cux.run('content', 'draft', 'bridge');
    await at('reject', 'content', 'review', 'bridge');
    expect(await cux.run('content', 'publish', 'bridge')).toMatchObject({ code: 3 });
    expect(await cux.json('content', 'status', 'bridge')).toMatchObject({
      items: [{ state: 'rejected', next: expect.stringContaining('cux todo reopen bridge') }],
    });

    await cux.run('content', 'add', file('library.md', article('Library')));
    await cux.run('content', 'draft', 'library');
    await at('approve', 'content', 'review', 'library');
    await cux.run('content', 'revise', 'library', file('library2.md', article('Library, again')));
    expect(await cux.run('content', 'publish', 'library')).toMatchObject({ code: 3 });
    expect(publications()).toHaveLength(before);
  });

  it('gives a disabled provider no work, and says how to go on', async () => {
    await cux.run('content', 'add', file('choir.md', article('Choir')));
    expect(await cux.run('provider', 'disable', 'mock')).toMatchObject({ code: 0 });
    const refused = await cux.run('content', 'draft', 'choir');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.errors).toContain('(provider.disabled) Do: cux provider enable mock');
    const { attempts } = await cux.json('attempt', 'list', '--todo', 'choir');
    expect(attempts).toEqual([]);
    await cux.run('provider', 'enable', 'mock');
    expect(await cux.run('content', 'draft', 'choir')).toMatchObject({ code: 0 });
  });
});
