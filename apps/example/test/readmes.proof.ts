import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';

const root = new URL('../../../', import.meta.url);
const packages = readdirSync(new URL('packages', root)).sort();
const readme = (name: string): string => readFileSync(new URL(`packages/${name}/README.md`, root), 'utf8');
const exampleUrl = (name: string): URL => new URL(`../examples/readme/${name}.ts`, import.meta.url);
const example = (name: string): string => readFileSync(exampleUrl(name), 'utf8');

/** Its own test runs it: `packages/contracts/test/examples.test.ts`. */
const heldByItself = ['contracts'];
/** Needs a browser or a server: its types are checked, as those of every example are, and its package's own tests run it. */
const onlyTypes = ['provider-playwright', 'store-postgres'];
const held = packages.filter((name) => !heldByItself.includes(name));

/** What each `console.log(…); // value` of an example says that it prints. */
function promisedBy(text: string): readonly string[] {
  return [...text.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map(([, value = '']) => value);
}

describe('the README of each package', () => {
  it.each(packages)(
    'of %s says what it is for, how it is used, and names documents that are there',
    (name) => {
      const text = readme(name);
      expect(text.startsWith(`# @cux/${name}\n`)).toBe(true);
      expect(text).toMatch(/^```ts$/m);
      for (const [, path = ''] of text.matchAll(/`((?:docs|apps|packages|examples)\/[\w./-]+)`/g)) {
        expect(existsSync(new URL(path, root)), path).toBe(true);
      }
    },
  );

  it.each(held)('of %s shows the example that is held here, and no other', (name) => {
    const shown = [...readme(name).matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code);
    expect(shown).toEqual([example(name)]);
  });
});

describe('the example of each package', () => {
  it.each(held.filter((name) => !onlyTypes.includes(name)))('of %s prints what it says', async (name) => {
    const promised = promisedBy(example(name));
    expect(promised.length).toBeGreaterThan(1);
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    try {
      await import(exampleUrl(name).href);
      const printed = log.mock.calls.map(([value]) => String(value));
      // In this order; what has no value beside it may stand between.
      let next = 0;
      for (const value of printed) if (value === promised[next]) next += 1;
      expect(promised.slice(0, next), printed.join('\n')).toEqual(promised);
    } finally {
      log.mockRestore();
    }
  });
});
