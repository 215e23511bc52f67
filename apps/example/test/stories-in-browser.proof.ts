import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoHere } from './demo-here.ts';
import { verdictOf } from './demo-process.ts';
import { publicationsIn } from './oracle.ts';
import { expectToStopAtDialog, rejected } from './story-ends.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { together } from './together.ts';

describe('the story with the browser, and a dialog', together, () => {
  it('stops at a dialog that nobody expected, presses nothing in it, and says how to go on', async (test) => {
    await expectToStopAtDialog(temporaryFolder(test), 'browser');
  });
});

describe('what the demo leaves on disk', together, () => {
  it('is for its user alone, with evidence that a person can open', async (test) => {
    const state = join(temporaryFolder(test), 'state');
    const end = await demoHere(state, ['--decide', 'reject']);
    expect(end.code).toBe(0);
    expect(statSync(state).mode & 0o777).toBe(0o700);
    expect(statSync(join(state, 'lock.sqlite')).mode & 0o777).toBe(0o600);
    const evidence = join(state, 'newsroom', 'evidence');
    const pictures = (await readdir(evidence)).filter((name) => name.endsWith('.png'));
    expect(pictures).toHaveLength(1);
    const picture = join(evidence, pictures[0] ?? '');
    expect(statSync(picture).mode & 0o777).toBe(0o600);
    expect(end.output).toContain(picture);
    expect(verdictOf(end)).toEqual(rejected);
    expect(publicationsIn(state, 'browser')).toHaveLength(0);
  });
});
