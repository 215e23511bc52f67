import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** How many rows notice, and which rules alone keep a record out, is counted by `npm run prove`. */
it('turns a row of the tables red for every rule that is switched off', () => {
  const script = fileURLToPath(new URL('../scripts/rules-off.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--first'], { encoding: 'utf8' });
  expect(stderr.replaceAll(/^.*(?:ExperimentalWarning|--trace-warnings).*\n/gm, '')).toBe('');
  expect(stdout).toMatch(/^(\d+) rules, \d+ rows \(.*\): \1 rules turn a row red/m);
  expect(status).toBe(0);
});
