import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseOptions } from '../src/story/options.ts';
import { demoHere } from './demo-here.ts';
import { runDemo } from './demo-process.ts';
import { expectOneSentence } from './one-sentence.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { together } from './together.ts';

const misuse = [
  { args: [], because: 'nobody can be asked' },
  { args: ['--decide', 'maybe'], because: 'there is no such decision' },
  { args: ['--decide', 'approve', '--site', 'myspace'], because: 'there is no such site' },
  { args: ['--decide', 'approve', '--port', '70000'], because: 'there is no such port' },
  {
    args: ['--decide', 'approve', '--state', ''],
    because: 'an empty name is most often a variable that is not set',
  },
  { args: ['--decide', 'approve', '--crash', 'later'], because: 'there is no such moment' },
  { args: ['--decide', 'approve', '--unknown'], because: 'there is no such option' },
  { args: ['--decide', 'approve', 'extra'], because: 'it takes no arguments' },
  { args: ['--decide', 'approve', '--mock', '--site', 'wordpress'], because: 'no mock of WordPress exists' },
];

describe('the demo, used wrongly', together, () => {
  it.for(misuse)('starts nothing when $because', async ({ args }, test) => {
    const state = join(temporaryFolder(test), 'state');
    expectOneSentence(await demoHere(state, args), 2);
    expect(existsSync(state)).toBe(false);
  });

  it('says so when npm has taken its options, as no -- stands before them', () => {
    const npm = { npm_lifecycle_event: 'demo', npm_config_decide: 'true', npm_config_mock: 'true' };
    const parse = (script: string) =>
      parseOptions(['approve'], true, () => {}, { ...npm, npm_lifecycle_event: script });
    expect(() => parse('demo')).toThrow(
      'npm has taken --mock and --decide for itself: write -- before what is for demo',
    );
    expect(() => parse('test')).toThrow('too many arguments');
  });

  it('ends, when it is built, with the same words', async (test) => {
    const state = join(temporaryFolder(test), 'state');
    expect(await runDemo(state, ['--unknown'])).toEqual(await demoHere(state, ['--unknown']));
    expect(existsSync(state)).toBe(false);
  });
});
