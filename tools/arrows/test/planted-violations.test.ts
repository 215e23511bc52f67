import { describe, expect, test } from 'vitest';
import { cleanTree, type Files, findingsIn, manifest } from './plant.ts';

interface Case {
  plant: Files;
  /** `rule file:line` of everything that must be found, and nothing else. */
  red: string[];
  because: string;
}

const kernel = 'packages/kernel/package.json';
const contracts = 'packages/contracts/package.json';
const source = 'packages/kernel/src/planted.ts';
const inSource = (text: string): Files => ({ [source]: text });
const inContracts = (text: string): Files => ({ 'packages/contracts/src/planted.ts': text });
const inTest = (text: string): Files => ({ 'packages/kernel/test/planted.test.ts': text });

const arrows: Case[] = [
  {
    plant: {
      ...inContracts("import { x } from '@cux/kernel';\nexport const y = x;"),
      ...manifest(contracts, { devDependencies: { '@cux/kernel': 'workspace:^' } }),
    },
    red: [
      'arrow.forbidden_package packages/contracts/src/planted.ts:1',
      'manifest.undeclared packages/contracts/src/planted.ts:1',
    ],
    because: 'a value import may not go up a floor, and devDependencies never serve src',
  },
  {
    plant: {
      ...inSource("\nimport type { V } from '@cux/vault';"),
      ...manifest(kernel, { dependencies: { '@cux/contracts': 'workspace:^', '@cux/vault': 'workspace:^' } }),
    },
    red: [`manifest.forbidden_package ${kernel}:10`, `arrow.forbidden_package ${source}:2`],
    because: 'a type-only import is an arrow, and so is a dependency',
  },
  {
    plant: inSource("export type V = import('@cux/vault').Vault;"),
    red: [`arrow.forbidden_package ${source}:1`, `manifest.undeclared ${source}:1`],
    because: 'an import() type is an arrow',
  },
  {
    plant: inSource("export const load = () => import('@cux/vault');"),
    red: [`arrow.forbidden_package ${source}:1`, `manifest.undeclared ${source}:1`],
    because: 'a dynamic import is an arrow',
  },
  {
    plant: inSource('export const load = () => import(`@cux/vault`);'),
    red: [`arrow.forbidden_package ${source}:1`, `manifest.undeclared ${source}:1`],
    because: 'a template without expressions is written out too',
  },
  {
    plant: inSource("export * from '@cux/vault';\nexport type { V } from '@cux/vault';"),
    red: [
      `arrow.forbidden_package ${source}:1`,
      `manifest.undeclared ${source}:1`,
      `arrow.forbidden_package ${source}:2`,
      `manifest.undeclared ${source}:2`,
    ],
    because: 're-exports are arrows',
  },
  {
    plant: inSource(
      "const v = require('@cux/vault');\nconst w = require.resolve('@cux/vault');\nconst x = import.meta.resolve('@cux/vault');",
    ),
    red: [1, 2, 3].flatMap((line) => [
      `arrow.forbidden_package ${source}:${line}`,
      `manifest.undeclared ${source}:${line}`,
    ]),
    because: 'require and resolve reach for a package as well',
  },
  {
    plant: inSource(
      "import { createRequire } from 'node:module';\nexport const v = createRequire(import.meta.url)('@cux/vault');",
    ),
    red: [
      `builtin.forbidden ${source}:1`,
      `arrow.forbidden_package ${source}:2`,
      `manifest.undeclared ${source}:2`,
    ],
    because: 'a require that was made is a require',
  },
  {
    plant: inSource(
      "import v = require('@cux/vault');\ndeclare module '@cux/runtime' { interface X {} }\n/// <reference types=\"@cux/policy\" />",
    ),
    red: [1, 2, 3].flatMap((line) => [
      `arrow.forbidden_package ${source}:${line}`,
      `manifest.undeclared ${source}:${line}`,
    ]),
    because: 'old spellings, augmentations and reference comments count',
  },
  {
    plant: {
      'packages/content-ops/src/planted.ts':
        "import { decide } from '@cux/kernel';\nexport const d = decide;",
    },
    red: ['arrow.forbidden_subpath packages/content-ops/src/planted.ts:1'],
    because: 'a capability gets the kernel’s capability subpath and no handle',
  },
  {
    plant: inSource('export const load = (name: string) => import(name);'),
    red: [`import.computed ${source}:1`],
    because: 'a computed import could reach anything',
  },
  {
    plant: { ...inSource("import '#vault';"), ...manifest(kernel, { imports: { '#vault': '@cux/vault' } }) },
    red: [`manifest.imports_map ${kernel}:14`, `import.unfollowable ${source}:1`],
    because: 'an imports map hides an arrow behind a name',
  },
  {
    plant: inSource("import '@cux/kernel';"),
    red: [`import.self ${source}:1`],
    because: 'a package that imports itself by name runs twice while it is being built',
  },
];

const depth: Case[] = [
  {
    plant: inSource("import '../../vault/src/index.ts';"),
    red: [`relative.leaves_package ${source}:1`],
    because: 'a relative path may not escape the package',
  },
  {
    plant: inSource("export const worker = new URL('../../vault/src/worker.ts', import.meta.url);"),
    red: [`relative.leaves_package ${source}:1`],
    because: 'a worker’s URL is an escape like any other',
  },
  {
    plant: inSource("import '../test/index.test.ts';"),
    red: [`relative.leaves_source ${source}:1`],
    because: 'what lies outside src is not published',
  },
  {
    plant: inTest("import '../../contracts/src/index.ts';"),
    red: ['relative.leaves_package packages/kernel/test/planted.test.ts:1'],
    because: 'tests of one package do not read another’s source',
  },
  {
    plant: inTest("export const s = new URL('../../contracts/src/index.ts', import.meta.url);"),
    red: ['relative.leaves_package packages/kernel/test/planted.test.ts:1'],
    because: 'a URL into another package is a deep import',
  },
  {
    plant: inTest("export const docs = new URL('../../../docs/rules.md', import.meta.url);"),
    red: [],
    because: 'a test may read a file that belongs to no package',
  },
  {
    plant: inSource("import '@cux/contracts/src/index.ts';\nimport '@cux/contracts/dist/index.js';"),
    red: [1, 2].flatMap((line) => [
      `arrow.forbidden_subpath ${source}:${line}`,
      `import.deep ${source}:${line}`,
    ]),
    because: 'src and dist of another package are its own business',
  },
  {
    plant: inTest("import '@cux/contracts/dist/index.js';"),
    red: ['import.deep packages/kernel/test/planted.test.ts:1'],
    because: 'not even a test imports deeper than the exports map',
  },
];

const libraries: Case[] = [
  {
    plant: inSource("import { chromium } from 'playwright-core';\nexport const c = chromium;"),
    red: [`library.forbidden ${source}:1`, `manifest.undeclared ${source}:1`],
    because: 'the kernel knows no browser',
  },
  {
    plant: manifest(kernel, {
      peerDependencies: { kysely: '^0.29.0' },
      optionalDependencies: { '@hono/node-server': '^2.0.0' },
    }),
    red: [`manifest.forbidden_library ${kernel}:15`, `manifest.forbidden_library ${kernel}:18`],
    because: 'a peer or an optional dependency is a dependency',
  },
  {
    plant: inSource("import fc from 'fast-check';\nexport const f = fc;"),
    red: [`manifest.undeclared ${source}:1`],
    because: 'a devDependency in src would be missing for the user',
  },
  {
    plant: inSource(
      "import { readFileSync } from 'fs';\nimport type { Stats } from 'node:fs';\nimport { DatabaseSync } from 'node:sqlite';",
    ),
    red: [1, 2, 3].map((line) => `builtin.forbidden ${source}:${line}`),
    because: 'builtins are arrows, with and without node:, in types too',
  },
  {
    plant: manifest(kernel, {
      dependencies: { '@cux/contracts': 'link:../vault' },
      devDependencies: {
        'fast-check': 'catalog:',
        x: 'npm:@cux/vault@1',
        y: 'workspace:@cux/vault@^',
        z: 'github:a/b',
      },
    }),
    red: [9, 13, 14, 15].map((line) => `manifest.alias ${kernel}:${line}`),
    because: 'an alias lets one package come under another’s name',
  },
  {
    plant: {
      'packages/kernel/tsconfig.json': '{\n  "compilerOptions": { "paths": { "v": ["../vault/src"] } }\n}',
    },
    red: ['manifest.tsconfig_alias packages/kernel/tsconfig.json:2'],
    because: 'a path alias means another file',
  },
];

const table: Case[] = [
  {
    plant: { 'packages/extra/package.json': { name: '@cux/extra', private: true } },
    red: ['table.unlisted packages/extra/package.json:1'],
    because: 'a package without a row has no arrows',
  },
  {
    plant: { 'extras/vault/package.json': { name: '@cux/vault' } },
    red: ['table.unlisted extras/vault/package.json:1'],
    because: 'a row holds for its own folder only',
  },
  {
    plant: { 'tools/anything/package.json': { name: '@cux/anything' } },
    red: ['table.unbound_not_private tools/anything/package.json:1'],
    because: 'what may import anything is never published',
  },
  {
    plant: inSource('import { from "nowhere'),
    red: [`source.unreadable ${source}:1`],
    because: 'a file that cannot be read is not a clean file',
  },
];

const timeAndChance: Case[] = [
  ['Date.now()', 'time.clock'],
  ['new Date()', 'time.clock'],
  ['new Date', 'time.clock'],
  ['Date()', 'time.clock'],
  ["globalThis['Date'].now()", 'time.clock'],
  ['globalThis.Date.now()', 'time.clock'],
  ['(({ now }) => now())(Date)', 'time.clock'],
  ['performance.now()', 'time.clock'],
  ['Math.random()', 'chance.random'],
  ["Math['random']()", 'chance.random'],
  ['(({ random }) => random())(Math)', 'chance.random'],
  ['crypto.randomUUID()', 'chance.random'],
  ["crypto['randomUUID']()", 'chance.random'],
  ['crypto.getRandomValues(new Uint8Array(8))', 'chance.random'],
  ['(({ randomUUID: id }) => id())(crypto)', 'chance.random'],
].map(([expression, rule]) => ({
  plant: inSource(`export const value = ${expression};`),
  red: [`${rule} ${source}:1`],
  because: `${expression} is not the same twice`,
}));

const harmless = [
  'new Date(0)',
  'Date.parse("2020-01-01")',
  'Math.max(1, 2)',
  '({} as object) instanceof Date',
  '((at: Date) => at.getTime())',
  '({ now: 1, Date: 2 })',
  '((randomBytes: (size: number) => Uint8Array) => randomBytes(8))',
];

describe.each(Object.entries({ arrows, depth, libraries, table, timeAndChance }))('%s', (_, cases) => {
  test.each(cases)('red: $because', ({ plant, red }) => {
    const findings = findingsIn({ ...cleanTree, ...plant });
    expect(findings.map(({ rule, file, line }) => `${rule} ${file}:${line}`)).toEqual(red);
    for (const finding of findings) expect(finding.message).toMatch(/[.)]$/);
  });
});

describe('green', () => {
  test('a devDependency that the build compiles in, where the table says so', () => {
    const compiledIn = { 'dom-accessibility-api': 'catalog:' };
    const planted = {
      'packages/provider-playwright/package.json': {
        name: '@cux/provider-playwright',
        devDependencies: compiledIn,
      },
      'packages/provider-playwright/src/index.ts': "export { getRole } from 'dom-accessibility-api';",
    };
    expect(findingsIn({ ...cleanTree, ...planted })).toEqual([]);
  });

  test('the clean tree, which tests, apps and tools stretch as far as they may', () => {
    expect(findingsIn(cleanTree)).toEqual([]);
  });

  test.each(harmless)('%s reads no clock and no chance', (expression) => {
    expect(findingsIn({ ...cleanTree, ...inSource(`export const value = ${expression};`) })).toEqual([]);
  });
});
