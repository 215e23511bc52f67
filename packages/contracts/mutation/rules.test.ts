import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allRules, judgeReceipt, judgeReceiptAlone } from '../src/index.ts';
import { truthStatements, truthTable } from '../src/judge/truth-table.ts';
import { lazy } from '../src/lazy.ts';
import { draftAnnex, draftAuthority, draftReceipt } from '../test/support/honest.ts';
import { wire } from '../test/support/wire.ts';
import { exactRows } from '../test/tables/exact.ts';
import { tables } from '../test/tables/index.ts';
import { placesOfRules, standingTables } from '../test/tables/places.ts';
import { disagreeingCells, everyCell, truthCells } from '../test/tables/truth.ts';

/** Asked for inside of the tests: a rule that a mutant took apart fails them, and not the loading of this file. */
const statements = lazy(() => new Map(allRules().map(({ id, statement }) => [id, statement])));

// The tables again, as few tests, so that each mutant takes one short run.
it.each([...standingTables, 'shape', 'proposal', 'plan'])('%s', (name) => {
  for (const row of tables[name] ?? []) {
    const verdict = row.judge();
    expect(verdict.ok, row.because).toBe(row.refusedBy === null);
    if (row.refusedBy === null) expect(verdict.findings, row.because).toEqual([]);
    else
      expect(
        verdict.findings.map(({ rule }) => rule),
        row.because,
      ).toContain(row.refusedBy);
    for (const { rule, message } of verdict.findings) expect(message).toBe(statements().get(rule));
  }
});

it('finds exactly what is wrong where a part does not read', () => {
  for (const { because, judge, rules } of exactRows) {
    expect(
      judge().findings.map(({ rule }) => rule),
      because,
    ).toEqual(rules);
  }
});

it('gives the records that it accepts', () => {
  const [receipt, annex] = [draftReceipt(), draftAnnex()];
  const bytes = { receipt: wire(receipt), annex: wire(annex), authority: draftAuthority };
  expect(judgeReceipt(bytes)).toEqual({ ok: true, record: { receipt, annex }, findings: [] });
  expect(judgeReceiptAlone(bytes)).toEqual({ ok: true, record: receipt, findings: [] });
});

it('names the same places', () => {
  const places = readFileSync(new URL('../test/fixtures/places.json', import.meta.url), 'utf8');
  expect(placesOfRules(standingTables)).toEqual(JSON.parse(places));
});

it('has rules of one sentence each', () => {
  for (const { statement } of allRules()) expect(statement).toMatch(/^[A-Za-z_].*\.$/);
});

it('accepts exactly the cells of the law', () => {
  expect(disagreeingCells()).toEqual([]);
  expect(everyCell.length).toBe(4 * 4 * 3 * 3 * 16);
  expect(truthCells.length).toBe(4 * (2 + 2 + 1 + 1) * 3 * 16);
  const outcomes = new Set(truthTable.map(({ outcome }) => outcome));
  expect([...outcomes].sort()).toEqual(['accept', ...Object.keys(truthStatements)].sort());
});
