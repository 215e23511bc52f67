import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allRules } from '../src/index.ts';
import { contractLines } from './contract-lines.ts';
import { tables } from './tables/index.ts';

const rows = Object.values(tables).flat();
const lines = Object.entries(contractLines).flatMap(([family, each]) =>
  each.map((line) => [`${family}: ${line.line}`, line] as const),
);

describe('every line of the contract', () => {
  it.each(lines)('%s', (_title, { rules, kernel = [], accepts = [], refuses = [], elsewhere = [] }) => {
    expect(rules.length + kernel.length + elsewhere.length).toBeGreaterThan(0);
    for (const because of accepts) {
      expect(
        rows.some((row) => row.refusedBy === null && row.because === because),
        `a row accepts: ${because}`,
      ).toBe(true);
    }
    for (const because of refuses) {
      expect(
        rows.some((row) => row.because === because && rules.includes(row.refusedBy ?? '')),
        `a row refuses: ${because}`,
      ).toBe(true);
    }
    for (const { file, says } of elsewhere) {
      expect(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'), file).toContain(says);
    }
    for (const rule of rules) {
      expect(
        rows.some(({ refusedBy }) => refusedBy === rule),
        `${rule} refuses in a table`,
      ).toBe(true);
      expect(
        rows.some(({ spares }) => spares.includes(rule)),
        `${rule} spares in a table`,
      ).toBe(true);
    }
    for (const { rule, file, says } of kernel) {
      const test = readFileSync(new URL(`../../kernel/test/${file}`, import.meta.url), 'utf8');
      expect(test, `${file} refuses by ${rule}`).toContain(`'${rule}'`);
      expect(test, `${file} says “${says}”`).toContain(says);
    }
  });

  it('is stated once', () => {
    expect(new Set(lines.map(([title]) => title)).size).toBe(lines.length);
  });

  it('leaves no rule without a line that it is for', () => {
    const used = new Set(lines.flatMap(([, { rules }]) => rules));
    expect(allRules().filter(({ id }) => !used.has(id))).toEqual([]);
  });
});
