import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandsOf } from '../src/story/commands.ts';

const plain = {
  site: 'newsroom',
  mock: false,
  agent: false,
  decide: null,
  state: '.cux-demo',
  port: null,
} as const;
const folder = resolve('.cux-demo', 'newsroom');

describe('the commands that the demo prints', () => {
  it('are those of the clone where npm runs it, on the very state of this run', () => {
    const { cux, killedMidPress } = commandsOf(plain, folder, { npm_lifecycle_event: 'demo' });
    expect(cux('todo', 'show', 'story-1')).toBe(
      `npm run -s cux -- --state ${join('.cux-demo', 'newsroom')} todo show story-1`,
    );
    expect(killedMidPress()).toBe('npm run demo -- --crash after-press');
  });

  it('have every flag that makes the next run go on with this state', () => {
    const options = { ...plain, mock: true, decide: 'reject', state: "/tmp/it's here", port: 8_080 } as const;
    const { cux, again, killedMidPress } = commandsOf(options, "/tmp/it's here/newsroom-mock", {
      npm_lifecycle_event: 'demo',
    });
    // What is rejected is not pressed.
    expect(killedMidPress()).toContain(' --mock --decide approve --state ');
    expect(again()).toBe(`npm run demo -- --mock --decide reject --state '/tmp/it'\\''s here' --port 8080`);
    expect(cux('quota')).toBe(`npm run -s cux -- --state '/tmp/it'\\''s here/newsroom-mock' quota`);
    expect(commandsOf({ ...plain, site: 'wordpress' }, folder, { npm_lifecycle_event: 'demo' }).again()).toBe(
      'npm run demo -- --site wordpress',
    );
  });

  it('name the program where the clone is not where the person is', () => {
    const { cux, again } = commandsOf(plain, folder, {});
    expect(cux('quota')).toMatch(/^node \/.*\/tools\/bootstrap\/bootstrap\.mjs cux --state /);
    expect(again()).toMatch(/^node \/.*\/tools\/bootstrap\/bootstrap\.mjs demo$/);
  });
});
