import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type NewsroomServer, startNewsroom } from './support/newsroom-server.ts';
import { people, workspace } from './support/people.ts';
import { command, finish, mainTodo, todo } from './support/story.ts';
import { openWorld, type World } from './support/world.ts';

const program = new URL('./support/zero-retention-host.ts', import.meta.url).pathname;

let data: string;
let site: NewsroomServer;
let world: World | null = null;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'cux-zdr-restart-'));
  site = await startNewsroom();
});
afterEach(async () => {
  await world?.close();
  await site.close();
  await rm(data, { recursive: true, force: true });
});

it('a host is killed while it asks: the next start closes the question, nothing was sent, and the todo is drafted anew', async () => {
  const path = join(data, 'cux.sqlite');
  const child = spawn(process.execPath, [program, path, site.origin], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const asked = JSON.parse(line.toString());
  expect(asked).toMatchObject({ run: 'settled', held_by: expect.stringMatching(`^pid-${child.pid}-`) });

  // While it lives, nobody else takes its question away, and nobody approves what only it can show.
  world = await openWorld({ path, site });
  expect(await world.host.recover()).toEqual([]);
  const approval = { gate_id: asked.gate_id, revision: 1, decision: 'approve', reason: null } as const;
  expect(await command(world.kernel, 'decide-gate', people.editor, approval)).toMatchObject({
    rule: 'gate.content-not-shown',
  });

  child.kill('SIGKILL');
  await once(child, 'exit');
  const told = await world.host.recover();
  expect(told.join(' ')).toMatch(
    /content_gone\), nothing that needs an approval was sent, and its todo is open, to be drafted anew/,
  );
  expect(await world.kernel.gate(workspace, asked.gate_id)).toMatchObject({
    status: 'closed',
    closed_for: 'content_gone',
  });
  expect(await todo(world.kernel)).toMatchObject({
    state: 'open',
    action_unit: 'draft_until_review_gate',
    because: 'gate.content-gone',
  });
  expect(site.publishWrites).toEqual([]);
  expect(await world.host.recover()).toEqual([]);

  await finish(world.kernel, world.host);
  expect(site.publications).toHaveLength(1);
  expect(await todo(world.kernel, mainTodo)).toMatchObject({ state: 'done' });
  expect(await world.kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
});
