import { readdir, readFile } from 'node:fs/promises';
import { openSqliteStore } from '@cux/store-sqlite';
import { expect, it } from 'vitest';
import { closeWhole, openInBrowser } from './support/browser-world.ts';
import { workspace } from './support/people.ts';

/** The processes of a browser whose session has its folder in this one. */
async function browserIn(folder: string): Promise<readonly number[]> {
  const found: number[] = [];
  for (const name of (await readdir('/proc')).filter((each) => /^\d+$/.test(each))) {
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(folder)) found.push(Number(name));
  }
  return found;
}

it('a Chromium that is killed leaves no Computer awake that nothing runs for, whoever finds out', async () => {
  const world = await openInBrowser(await openSqliteStore({ path: ':memory:' }));
  const lifecycle = async () => (await world.kernel.computer(workspace, world.computer_id))?.lifecycle;
  const hands = { person: { kind: 'human', id: 'rita' }, start_url: null } as const;
  const screen = () => world.kernel.screen(workspace, world.computer_id, world.screen_id);
  const takeOver = async () =>
    world.host.takeOver({
      ...{ ...world.address(), ...hands, control_epoch: (await screen())?.control_epoch ?? 0 },
      ...{ allowed_origins: [], human_rules: [] },
    });
  const observe = () =>
    world.host.observe({ ...world.address(), modes: ['screenshot'], nodes: 10, bytes: 512 });
  const finders: readonly (() => Promise<unknown>)[] = [
    observe,
    () => world.host.end(world.session_id),
    () => world.host.recover(),
    // Last: whoever has had the Screen wants it read before anything is written.
    takeOver,
  ];
  try {
    for (const finds of finders) {
      await world.begin();
      await world.type('Hello');
      const pids = await browserIn(world.workingDirectory);
      expect(pids.length).toBeGreaterThan(0);
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      while ((await browserIn(world.workingDirectory)).length > 0) await new Promise(setImmediate);
      await finds();
      expect(await lifecycle()).toBe('sleeping');
      expect((await world.kernel.session(workspace, world.session_id))?.attempt_id).toBeNull();
      await world.wake();
      await world.observe();
    }
    expect(world.site.writes).toEqual([]);
  } finally {
    await closeWhole(world);
  }
});
