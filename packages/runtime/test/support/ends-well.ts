import { expect } from 'vitest';
import { workspace } from './people.ts';
import { finish, todo } from './story.ts';
import type { World } from './world.ts';

/** Whatever the engine did: nothing is left of it, and an honest one brings the item out exactly once. */
export async function endsWell(world: World): Promise<void> {
  const { kernel, site, host } = world;
  expect(site.publishWrites.length).toBeLessThanOrEqual(1);
  expect(await world.openPorts()).toBe(0);
  expect(await world.leftInWorkingDirectory()).toEqual([]);
  expect(
    await kernel.attempts(workspace, { states: ['admitted', 'running', 'prepared', 'committed'] }),
  ).toEqual([]);
  expect(await todo(kernel)).not.toMatchObject({ state: 'running' });
  await finish(kernel, host);
  expect(site.publications).toHaveLength(1);
  expect(await todo(kernel)).toMatchObject({ state: 'done' });
  expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
}

/** Waits that are expected to run out do so soon. */
export const shortly = { limits: { spend: 250, answer: 400, grace: 400 } };
