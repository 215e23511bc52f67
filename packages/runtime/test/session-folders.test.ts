import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { currentProcessIdentity } from '../src/index.ts';
import { begin, mainTodo } from './support/story.ts';
import { openWorld, providerId, type World } from './support/world.ts';

let world: World;
afterEach(() => world.close());

/** A folder as a session leaves it when its host is killed. */
function leave(name: string, owner: string | null): void {
  const folder = join(world.workingDirectory, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'cookies'), 'left');
  if (owner !== null) writeFileSync(`${folder}.owner`, owner);
}

it('what a dead host has left is removed at the next start, and nothing of anybody else', async () => {
  world = await openWorld();
  const living = await currentProcessIdentity('another-host');
  const dead = living.replace(/^pid-\d+-\d+-/, 'pid-3999999-7-');
  leave('session-AAAAAA', dead);
  leave('session-BBBBBB', living);
  leave('session-CCCCCC', null);
  leave('session-DDDDDD', 'somebody that no machine knows');
  leave('notes-of-mine', dead);
  expect(await world.host.recover()).toEqual(['The folder of a dead host’s session was removed.']);
  expect((await readdir(world.workingDirectory)).sort()).toEqual([
    ...['notes-of-mine', 'notes-of-mine.owner', 'session-BBBBBB', 'session-BBBBBB.owner'],
    ...['session-CCCCCC', 'session-DDDDDD', 'session-DDDDDD.owner'],
  ]);
  expect(await world.host.recover()).toEqual([]);
});

it('a session that ends well leaves neither folder nor note', async () => {
  world = await openWorld();
  await begin(world.kernel);
  await world.host.runTodo(mainTodo, providerId);
  expect(await world.leftInWorkingDirectory()).toEqual([]);
});
