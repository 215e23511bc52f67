import { execFileSync } from 'node:child_process';
import { constants, copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isNodeSupported } from '../src/toolchain.mjs';
import { FakeClone } from './fake-clone.ts';

describe('isNodeSupported', () => {
  test.each([
    ['18.20.0', false],
    ['22.17.1', false],
    ['22.18.0', true],
    ['23.0.0', true],
    ['24.21.0', true],
  ])('%s: %s', (version, expected) => {
    expect(isNodeSupported(version)).toBe(expected);
  });
});

/** A Node older than the packages support, where this machine has one. */
const oldNode = [process.env.CUX_BOOTSTRAP_NODE, '/usr/local/bin/node', '/usr/bin/node']
  .filter((path) => path !== undefined && existsSync(path))
  .find(
    (path) =>
      !isNodeSupported(
        execFileSync(String(path), ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim(),
      ),
  );

/** Notes what it was asked and then does as npx: runs the command with the packages first on the PATH. */
const npx = (clone: FakeClone) => `#!/bin/sh
echo "npx $*" >> '${clone.root}/calls'
while [ "$1" != -c ]; do shift; done
PATH="${clone.bin}:$PATH"
exec sh -c "$2"
`;

describe('an old Node', () => {
  let clone: FakeClone;
  beforeEach(() => {
    clone = new FakeClone();
  });
  afterEach(() => clone.remove());

  test.runIf(oldNode)('fetches a toolchain once and runs the program under it', async () => {
    clone.executable('fakes/npx', npx(clone));
    // npx stands beside the old Node in real life; a copy without neighbours finds the fake on the PATH.
    const loneNode = join(clone.root, 'old-node');
    copyFileSync(String(oldNode), loneNode, constants.COPYFILE_FICLONE);
    const { code, stdout } = await clone.run(['cux', 'a "b"'], loneNode);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ args: ['a "b"'], node: process.version });
    const again = await clone.run(['cux', 'x'], loneNode);
    expect(JSON.parse(again.stdout)).toEqual({ args: ['x'], node: process.version });
    expect(again.stderr).toBe('');
    expect(clone.calls().filter((call) => call.startsWith('npx'))).toEqual([
      'npx -y -p node@24 -p pnpm@12 -c node src/probe.mjs',
    ]);
  });
});
