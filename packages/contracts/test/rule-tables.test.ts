import { describe, expect, it } from 'vitest';
import { allRules, tryWireBytes } from '../src/index.ts';
import { rulesOf } from './support/wire.ts';
import { annexRows } from './tables/annex.ts';
import { factsRows } from './tables/facts.ts';
import { gateRows } from './tables/gate.ts';
import { attemptRows, identityRows } from './tables/identity.ts';
import { leakRows } from './tables/leak.ts';
import { planRows, proposalRows } from './tables/proposal.ts';
import { parseRows, shapeRows, writebackRows } from './tables/record.ts';
import { requestRows } from './tables/request.ts';
import type { RuleRow } from './tables/row.ts';

const tables: Readonly<Record<string, readonly RuleRow[]>> = {
  parse: parseRows,
  shape: shapeRows,
  writeback: writebackRows,
  leak: leakRows,
  identity: identityRows,
  attempt: attemptRows,
  gate: gateRows,
  facts: factsRows,
  annex: annexRows,
  request: requestRows,
  proposal: proposalRows,
  plan: planRows,
};

describe.each(Object.entries(tables))('%s', (_family, rows) => {
  it.each(rows.map((row) => [`${row.refusedBy ?? 'accepted'}: ${row.because}`, row] as const))(
    '%s',
    (_title, row) => {
      const verdict = row.judge();
      if (row.refusedBy === null) expect(verdict.findings).toEqual([]);
      else expect(rulesOf(verdict)).toContain(row.refusedBy);
    },
  );
});

/** Rules that guard against faults of the tables themselves, or that bytes cannot break. */
const notReachedByBytes = new Set(['facts.not-in-table', 'parse.not-plain-data']);

describe('the tables', () => {
  const rows = Object.values(tables).flat();

  it('refuse by every rule at least once', () => {
    const covered = new Set(rows.map(({ refusedBy }) => refusedBy));
    const uncovered = allRules()
      .map(({ id }) => id)
      .filter((id) => !covered.has(id) && !notReachedByBytes.has(id));
    expect(uncovered).toEqual([]);
  });

  it('name no rule that does not exist', () => {
    const known = new Set(allRules().map(({ id }) => id));
    expect(rows.map(({ refusedBy }) => refusedBy ?? '').filter((id) => id !== '' && !known.has(id))).toEqual(
      [],
    );
  });

  it('accept in every family', () => {
    const without = Object.entries(tables).filter(
      ([, each]) => !each.some(({ refusedBy }) => refusedBy === null),
    );
    expect(without).toEqual([]);
  });

  it('refuse a value that is not plain data before there are bytes', () => {
    const wire = tryWireBytes({ at: new Date(0) });
    expect(wire.ok ? [] : wire.findings.map(({ rule }) => rule)).toEqual(['parse.not-plain-data']);
  });
});
