import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StoryVerdict } from '../src/story/verdict.ts';
import { runDemo, verdictOf } from './demo-process.ts';
import { type Mode, publicationsIn } from './oracle.ts';
import { processesNaming } from './processes.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { together } from './together.ts';

const published: StoryVerdict = {
  stop_reason: 'stopped_at_gate',
  gate: { revision: 3, status: 'closed' },
  decisions: 1,
  writes_before_decision: 0,
  writes_total: 1,
  todo: 'done',
  audit: 'verified',
};

const modes: { readonly mode: Mode; readonly flags: readonly string[] }[] = [
  { mode: 'browser', flags: [] },
  { mode: 'mock', flags: ['--mock'] },
];

/** What the mock tells as well as a browser is told with a browser only when `CUX_REPEAT` is set. */
const inBrowserToo = process.env.CUX_REPEAT !== undefined;

describe.each(modes)('the story with the $mode', together, ({ mode, flags }) => {
  const told = mode === 'mock' || inBrowserToo;

  it('publishes once what was approved', async (test) => {
    const state = temporaryFolder(test);
    const end = await runDemo(state, [...flags, '--decide', 'approve']);
    expect(verdictOf(end)).toEqual(published);
    expect(end.code).toBe(0);
    expect(publicationsIn(state, mode)).toHaveLength(1);
    expect(processesNaming(state)).toEqual([]);
  });

  // Rejected in a browser: see what the demo leaves on disk.
  it.runIf(told)('publishes nothing that was rejected', async (test) => {
    const state = temporaryFolder(test);
    const end = await runDemo(state, [...flags, '--decide', 'reject']);
    expect(verdictOf(end)).toEqual({
      ...published,
      gate: { revision: 2, status: 'closed' },
      writes_total: 0,
      todo: 'blocked',
    });
    expect(end.code).toBe(0);
    expect(publicationsIn(state, mode)).toHaveLength(0);
  });

  it('stops at a dialog that nobody expected, and presses nothing in it', async (test) => {
    const state = temporaryFolder(test);
    const end = await runDemo(state, [...flags, '--modal']);
    expect(verdictOf(end)).toEqual({
      ...published,
      stop_reason: 'blocked_by_unknown_modal',
      gate: null,
      decisions: 0,
      writes_total: 0,
      todo: 'blocked',
    });
    expect(end.code).toBe(0);
    expect(publicationsIn(state, mode)).toHaveLength(0);
  });

  it('finds out what happened when it was killed after the press', async (test) => {
    const state = temporaryFolder(test);
    const killed = await runDemo(state, [...flags, '--decide', 'approve', '--crash', 'after-press']);
    expect(killed.signal).toBe('SIGKILL');
    await test.expect.poll(() => processesNaming(state), { timeout: 60_000 }).toEqual([]);
    expect(publicationsIn(state, mode)).toHaveLength(1);
    const end = await runDemo(state, [...flags, '--decide', 'approve']);
    expect(verdictOf(end)).toEqual(published);
    expect(publicationsIn(state, mode)).toHaveLength(1);
  });

  it.runIf(told)('asks again when it was killed between commit and press', async (test) => {
    const state = temporaryFolder(test);
    const killed = await runDemo(state, [...flags, '--decide', 'approve', '--crash', 'before-press']);
    expect(killed.signal).toBe('SIGKILL');
    expect(publicationsIn(state, mode)).toHaveLength(0);
    const end = await runDemo(state, [...flags, '--decide', 'approve']);
    expect(verdictOf(end)).toEqual({ ...published, decisions: 2 });
    expect(publicationsIn(state, mode)).toHaveLength(1);
  });
});

describe('what the demo leaves on disk', together, () => {
  it('is for its user alone, with evidence that a person can open', async (test) => {
    const state = join(temporaryFolder(test), 'state');
    const end = await runDemo(state, ['--decide', 'reject']);
    expect(end.code).toBe(0);
    expect(statSync(state).mode & 0o777).toBe(0o700);
    expect(statSync(join(state, 'lock.sqlite')).mode & 0o777).toBe(0o600);
    const evidence = join(state, 'newsroom', 'evidence');
    const pictures = (await readdir(evidence)).filter((name) => name.endsWith('.png'));
    expect(pictures).toHaveLength(1);
    const picture = join(evidence, pictures[0] ?? '');
    expect(statSync(picture).mode & 0o777).toBe(0o600);
    expect(end.output).toContain(picture);
    expect(verdictOf(end)).toMatchObject({ writes_total: 0, todo: 'blocked' });
    expect(publicationsIn(state, 'browser')).toHaveLength(0);
  });
});
