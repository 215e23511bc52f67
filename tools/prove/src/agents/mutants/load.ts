import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { mutated } from './mutant.ts';
import { mutants } from './table.ts';

const packages = new URL('../../../../../packages/', import.meta.url);

/** Takes the packages of cux from their sources, with every mutant in them. To be called before any of them is loaded. */
export function loadMutable(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const [, name, sub] = /^@cux\/([a-z-]+)(?:\/([a-z-]+))?$/.exec(specifier) ?? [];
      if (name === undefined) return next(specifier, context);
      const source = new URL(`${name}/src/${sub === undefined ? '' : `${sub}/`}index.ts`, packages);
      return existsSync(source) ? { url: source.href, shortCircuit: true } : next(specifier, context);
    },
    load(url, context, next) {
      const loaded = next(url, context);
      const file = url.startsWith(packages.href) ? url.slice(packages.href.length) : '';
      if (!mutants.some(({ edits }) => edits.some((edit) => edit.file === file))) return loaded;
      return { ...loaded, source: mutated(file, readFileSync(fileURLToPath(url), 'utf8'), mutants) };
    },
  });
}
