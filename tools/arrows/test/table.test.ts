import { describe, expect, test } from 'vitest';
import { renderTable, withTable } from '../src/render-table.ts';
import { loadTable } from '../src/table.ts';

const table = loadTable();
const rows = Object.entries(table.packages);

/** The package part of `@cux/name`, `@cux/name/sub` or `@cux/name/*`. */
const packageOf = (specifier: string) => specifier.split('/').slice(0, 2).join('/');

describe('the ownership table', () => {
  test.each(rows)('%s imports only from lower floors', (_, row) => {
    if (row.imports === '*') {
      expect(row.floor).toBe(table.floors.length - 1);
      return;
    }
    for (const specifier of row.imports) {
      expect(table.packages[packageOf(specifier)]?.floor, specifier).toBeLessThan(row.floor);
    }
  });

  test.each(rows)('%s forbids only groups that exist', (_, row) => {
    for (const group of row.forbiddenGroups) expect(table.libraryGroups).toHaveProperty([group]);
  });

  test('the laws of the house hold', () => {
    const importsOf = (name: string) => table.packages[name]?.imports;
    expect(importsOf('@cux/contracts')).toEqual([]);
    expect(importsOf('@cux/kernel')).toEqual(['@cux/contracts', '@cux/contracts/digest']);
    expect(importsOf('@cux/provider-sdk')).toEqual(['@cux/contracts']);
    expect(importsOf('@cux/content-ops')).toEqual(['@cux/contracts', '@cux/kernel/capability']);
    const providers = rows.filter(([name]) => /^@cux\/provider-(?!sdk)/.test(name));
    expect(providers.length).toBeGreaterThan(0);
    for (const [name, row] of providers) {
      expect(row.imports, name).toEqual(['@cux/contracts', '@cux/provider-sdk', '@cux/provider-sdk/*']);
    }
  });

  test('a misspelt key is refused, since it would silently allow', () => {
    const url = new URL('./fixtures/misspelt.json', import.meta.url);
    expect(() => loadTable(url)).toThrow(/ownership table is not valid.*builtin/s);
  });
});

describe('the table in the README', () => {
  const present = new Set(['@cux/contracts', '@cux/kernel']);

  test('has a row for every package, and marks those that are not in the tree', () => {
    const text = renderTable(table, present);
    for (const [name] of rows) {
      expect(text).toContain(`| \`${name}\`${present.has(name) ? '' : ' (planned)'} |`);
    }
  });

  test('is written between its markers and then stays as it is', () => {
    const begin = '<!-- ownership-table:begin -->';
    const text = `before\n${begin}\nold\n<!-- ownership-table:end -->\nafter`;
    const written = withTable(text, table, present) ?? '';
    expect(written).toContain(renderTable(table, present));
    expect(written).not.toContain('\nold\n');
    expect(withTable(written, table, present)).toBe(written);
  });

  test('is left alone without markers', () => {
    expect(withTable('no table here', table, present)).toBeUndefined();
  });
});
