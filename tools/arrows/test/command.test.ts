import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleanTree, type Files } from './plant.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cux-arrows-command-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
}

function arrows(...options: string[]) {
  return spawnSync(process.execPath, [main, '--root', root, ...options], { encoding: 'utf8' });
}

test('a clean tree exits 0', () => {
  write(cleanTree);
  const { status, stdout, stderr } = arrows();
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toBe('arrows: every import and manifest is allowed.\n');
});

test('a violation is printed with its place and what is allowed, and exits 1', () => {
  write({ ...cleanTree, 'packages/kernel/src/planted.ts': "\n  import '@cux/runtime';\n" });
  const { status, stderr } = arrows();
  expect(status).toBe(1);
  expect(stderr).toContain(
    'packages/kernel/src/planted.ts:2:3 arrow.forbidden_package @cux/kernel may not import @cux/runtime; it may import @cux/contracts and @cux/contracts/digest.',
  );
});

test('a README whose table is out of date is a finding until it is written', () => {
  const markers = '<!-- ownership-table:begin -->\n<!-- ownership-table:end -->';
  write({ ...cleanTree, 'README.md': `# cux\n\n${markers}\n` });
  expect(arrows()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('README.md:1:1 table.stale_readme'),
  });
  expect(arrows('--write')).toMatchObject({ status: 0 });
  expect(arrows()).toMatchObject({ status: 0 });
});

test('a mark that the tree has outgrown is a finding until it is written', () => {
  const markers = '<!-- ownership-table:begin -->\n<!-- ownership-table:end -->';
  write({ ...cleanTree, 'README.md': markers });
  arrows('--write');
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('| `@cux/server` (planned) |');
  write({ 'apps/server/package.json': { name: '@cux/server' } });
  expect(arrows()).toMatchObject({ status: 1, stderr: expect.stringContaining('table.stale_readme') });
  arrows('--write');
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('| `@cux/server` |');
  expect(arrows()).toMatchObject({ status: 0 });
});
