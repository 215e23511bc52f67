import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { readNewsroomState } from '../src/newsroom/newsroom-files.ts';
import { cuxHere, loadCux } from './cux-in-process.ts';
import { demoHere } from './demo-here.ts';
import { temporaryFolder } from './temporary-folder.ts';

const cux = await loadCux();

async function verify(state: string): Promise<{ readonly ok: boolean; readonly code: number }> {
  const { code, output } = await cuxHere(cux, ['--state', state, '--json', 'audit', 'verify']);
  return { ok: JSON.parse(output).ok, code };
}

it('“cux audit verify” trusts the log of a whole story: not one byte may differ, and none be missing', async (test) => {
  const state = temporaryFolder(test);
  expect((await demoHere(state, ['--mock', '--decide', 'approve'])).code).toBe(0);
  expect(await verify(state)).toEqual({ ok: true, code: 0 });

  const folder = join(state, 'newsroom-mock');
  const database = new Database(join(folder, 'cux.sqlite'));
  test.onTestFinished(() => void database.close());
  const last = database.prepare('select sequence, body from event order by sequence desc limit 1').get();
  const { sequence, body } = last as { sequence: number; body: string };
  const write = database.prepare('update event set body = ? where sequence = ?');
  write.run(`${body.slice(0, -2)}${body.at(-2) === '0' ? '1' : '0'}${body.slice(-1)}`, sequence);
  expect(await verify(state)).toEqual({ ok: false, code: 1 });
  // Nothing is done on such a state, least of all a publication.
  const changed = await demoHere(state, ['--mock', '--decide', 'approve']);
  expect(changed.code).toBe(1);
  expect(changed.errors).toMatch(/^cux demo: The audit log of this state does not verify .*\n$/);
  expect(readNewsroomState(join(folder, 'site')).publications).toHaveLength(1);
  write.run(body, sequence);
  expect(await verify(state)).toEqual({ ok: true, code: 0 });

  // Emptied, it is older than what an earlier run has seen of it.
  database.close();
  for (const each of readdirSync(folder)) {
    if (each.startsWith('cux.sqlite')) rmSync(join(folder, each));
  }
  const refused = await demoHere(state, ['--mock', '--decide', 'approve']);
  expect(refused.code).toBe(1);
  expect(refused.errors).toMatch(/audit\.head-missing/);
  expect(readNewsroomState(join(folder, 'site')).publications).toHaveLength(1);
  const head = join(folder, 'audit-head');
  expect(await cuxHere(cux, ['--state', state, 'audit', 'verify', '--head', head])).toMatchObject({
    code: 1,
  });
});
