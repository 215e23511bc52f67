import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('turns a row of the tables red for every guard of a decider that is switched off', () => {
  const script = fileURLToPath(new URL('../scripts/guards-off.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect(stderr.replaceAll(/^.*(?:ExperimentalWarning|--trace-warnings).*\n/gm, '')).toBe('');
  expect(stdout).toMatch(/^(\d+) guards and parts of guards, \d+ rows: \1 turn a row red/m);
  expect(status).toBe(0);
});
