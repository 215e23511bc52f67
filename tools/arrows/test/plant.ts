import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkTree } from '../src/check.ts';
import type { Finding } from '../src/finding.ts';
import { loadTable } from '../src/table.ts';

/** Files by path relative to the root of the planted tree; objects are written as JSON. */
export type Files = Record<string, string | object>;

const dependencies = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'workspace:^']));
const exportsRoot = { '.': './dist/index.js', './package.json': './package.json' };

/** A small tree that the real table allows in full: three packages, an app and a tool. */
export const cleanTree: Files = {
  'package.json': { name: 'root', private: true, devDependencies: { vitest: '^5.0.0' } },
  'vitest.preset.ts': 'export const preset = {};',
  'packages/contracts/package.json': {
    name: '@cux/contracts',
    exports: exportsRoot,
    dependencies: { zod: 'catalog:' },
  },
  'packages/contracts/src/index.ts': "import { z } from 'zod';\nexport const id = z.string();\n",
  'packages/kernel/package.json': {
    name: '@cux/kernel',
    exports: { ...exportsRoot, './capability': './dist/capability/index.js' },
    dependencies: dependencies('@cux/contracts'),
    devDependencies: { 'fast-check': 'catalog:' },
  },
  'packages/kernel/src/index.ts':
    "import type { id } from '@cux/contracts';\nexport type Id = typeof id;\nexport const later = (at: number) => new Date(at).toISOString();\n",
  'packages/kernel/src/ports/system.ts': 'export const systemClock = { now: () => Date.now() };\n',
  'packages/kernel/test/index.test.ts':
    "import { readFileSync } from 'node:fs';\nimport fc from 'fast-check';\nimport { test } from 'vitest';\nimport '../src/index.ts';\ntest('x', () => fc.assert(readFileSync, Date.now()));\n",
  'packages/kernel/vitest.config.ts':
    "import { preset } from '../../vitest.preset.ts';\nexport default preset;\n",
  'packages/content-ops/package.json': {
    name: '@cux/content-ops',
    exports: exportsRoot,
    dependencies: dependencies('@cux/contracts', '@cux/kernel'),
  },
  'packages/content-ops/src/index.ts': "export { propose } from '@cux/kernel/capability';\n",
  'apps/cli/package.json': {
    name: '@cux/cli',
    dependencies: { ...dependencies('@cux/kernel'), commander: 'catalog:' },
  },
  'apps/cli/src/main.ts':
    "import { spawn } from 'node:child_process';\nimport { Command } from 'commander';\nimport * as kernel from '@cux/kernel';\nimport manifest from '../package.json' with { type: 'json' };\nspawn(String(Command), [String(kernel), manifest.name, Math.random().toString()]);\n",
  'tools/anything/package.json': { name: '@cux/anything', private: true },
  'tools/anything/src/main.ts': "import '../../../packages/kernel/src/index.ts';\n",
};

/** Writes the tree into a temporary folder, checks it with the real table and removes it. */
export function findingsIn(files: Files): Finding[] {
  const root = mkdtempSync(join(tmpdir(), 'cux-arrows-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(
        join(root, path),
        typeof content === 'string' ? content : JSON.stringify(content, null, 2),
      );
    }
    return checkTree(root, loadTable());
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** The clean tree's manifest at this path with some fields replaced. */
export function manifest(path: string, fields: object): Files {
  return { [path]: { ...(cleanTree[path] as object), ...fields } };
}
