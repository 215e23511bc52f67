import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlaywrightProvider } from '@cux/provider-playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeskSite, deskPage, startDeskSite } from './support/desk-site.ts';
import { killedRows, playKilled } from './support/killed-host-table.ts';

describe('K09: a browser whose host is killed while it fills', () => {
  const page = deskPage.replace(
    '</script>',
    "title.oninput = () => setInterval(() => send('/late', 'late'), 20);</script>",
  );
  let folder: string;
  let site: DeskSite;
  let foreign: ChildProcess;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cux-killed-store-'));
    site = await startDeskSite(page);
  });
  afterAll(async () => {
    foreign.kill('SIGKILL');
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is ended, a foreign one of a like-named folder is not, and nothing was written in between', async () => {
    const row = killedRows.find(({ when }) => when === 'field is filled');
    if (row === undefined) throw new Error('the table has no such row');
    await playKilled(row, {
      site,
      address: { kind: 'sqlite', path: join(folder, 'store.sqlite') },
      provider: { name: 'playwright', port: createPlaywrightProvider() },
      meanwhile: async (sessions) => {
        const names = (await readdir(sessions)).filter((name) => /^session-[^.]+$/.test(name));
        expect(names).toHaveLength(1);
        foreign = spawn('sleep', ['600'], { env: { HOME: join(folder, ...names) }, stdio: 'ignore' });
        await once(foreign, 'spawn');
      },
    });
    expect(foreign.exitCode ?? foreign.signalCode).toBeNull();
    expect(site.writes).toEqual([]);
  });
});
