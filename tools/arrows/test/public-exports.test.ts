import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadTable } from '../src/table.ts';
import { packagesOnDisk } from '../src/tree.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const unpublished = /^(tools|examples)\//;
const packages = packagesOnDisk(root).filter((entry) => !unpublished.test(entry.directory));

/** What users may import, by package. A change here is a change of the public surface and needs a changeset. */
const publicExports: Record<string, string[]> = {
  '@cux/cli': ['./package.json'],
  '@cux/content-ops': ['.', './package.json'],
  '@cux/site-tasks': ['.', './package.json'],
  '@cux/contracts': ['.', './digest', './package.json', './schemas/*.json'],
  '@cux/example': ['./package.json'],
  '@cux/kernel': ['.', './capability', './chain', './package.json', './store-suite'],
  '@cux/policy': ['.', './package.json'],
  '@cux/policy-cedar': ['.', './package.json'],
  '@cux/provider-http': ['.', './package.json'],
  '@cux/provider-mock': ['.', './package.json'],
  '@cux/provider-playwright': ['.', './package.json'],
  '@cux/provider-sdk': ['.', './conformance', './looks-like', './package.json', './process'],
  '@cux/runtime': ['.', './package.json'],
  '@cux/store-postgres': ['.', './package.json'],
  '@cux/store-sqlite': ['.', './package.json'],
  '@cux/vault': ['.', './package.json'],
};

test('the packages and their exports are the ones that are pinned', () => {
  const found = packages.map((entry) => [entry.name, Object.keys(entry.manifest.exports ?? {}).sort()]);
  expect(Object.fromEntries(found.sort())).toEqual(publicExports);
});

describe.each(packages.map((entry) => [entry.name, entry] as const))(
  '%s',
  (name, { directory, manifest }) => {
    test('is named after its folder', () => {
      expect(name).toBe(`@cux/${directory.split('/')[1]}`);
      expect(loadTable().packages[name]?.directory).toBe(directory);
    });

    test('offers every subpath as typed ESM out of dist', () => {
      const { './package.json': own, ...subpaths } = manifest.exports ?? {};
      expect(own).toBe('./package.json');
      for (const [subpath, target] of Object.entries(subpaths)) {
        if (subpath.endsWith('.json')) {
          expect(target).toBe(subpath);
          continue;
        }
        const file = subpath === '.' ? './dist/index' : `./dist${subpath.slice(1)}/index`;
        expect(target).toEqual({ types: `${file}.d.ts`, import: `${file}.js` });
      }
    });

    test('is published as Apache-2.0 for Node 22.18 and later', () => {
      expect(manifest).toMatchObject({ license: 'Apache-2.0', type: 'module', engines: { node: '>=22.18' } });
    });
  },
);
