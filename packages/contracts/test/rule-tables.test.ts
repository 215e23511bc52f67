import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allRules } from '../src/index.ts';
import { rulesOf } from './support/wire.ts';
import { exactRows } from './tables/exact.ts';
import { tables } from './tables/index.ts';
import { placesOfRules, standingTables } from './tables/places.ts';

const statements = new Map(allRules().map(({ id, statement }) => [id, statement]));

describe.each(Object.entries(tables))('%s', (_family, rows) => {
  it.each(rows.map((row) => [`${row.refusedBy ?? 'accepted'}: ${row.because}`, row] as const))(
    '%s',
    (_title, row) => {
      const verdict = row.judge();
      expect(verdict.ok).toBe(row.refusedBy === null);
      if (row.refusedBy === null) expect(verdict.findings).toEqual([]);
      else expect(rulesOf(verdict)).toContain(row.refusedBy);
      for (const { rule, message } of verdict.findings) expect(message).toBe(statements.get(rule));
    },
  );
});

describe('a part that does not read', () => {
  it.each(exactRows.map((row) => [row.because, row] as const))('%s', (_title, { judge, rules }) => {
    const verdict = judge();
    expect(rulesOf(verdict)).toEqual(rules);
    expect(verdict.ok).toBe(rules.length === 0);
  });
});

describe('the tables', () => {
  const rows = Object.values(tables).flat();

  it('refuse by every rule at least once', () => {
    const covered = new Set(rows.map(({ refusedBy }) => refusedBy));
    const uncovered = allRules()
      .map(({ id }) => id)
      .filter((id) => !covered.has(id));
    expect(uncovered).toEqual([]);
  });

  it('name no rule that does not exist', () => {
    const known = new Set(allRules().map(({ id }) => id));
    expect(rows.map(({ refusedBy }) => refusedBy ?? '').filter((id) => id !== '' && !known.has(id))).toEqual(
      [],
    );
  });

  it('accept near every rule at least once', () => {
    const spared = new Set(rows.flatMap(({ spares }) => spares));
    expect(allRules().filter(({ id }) => !spared.has(id))).toEqual([]);
  });

  it('spare no rule that does not exist', () => {
    const known = new Set(allRules().map(({ id }) => id));
    expect(rows.flatMap(({ spares }) => spares).filter((id) => !known.has(id))).toEqual([]);
  });

  it('refuse at least as often as they accept, and say why', () => {
    const accepting = rows.filter(({ refusedBy }) => refusedBy === null).length;
    expect(rows.length - accepting).toBeGreaterThanOrEqual(accepting);
    expect(rows.filter(({ because }) => because.length < 3)).toEqual([]);
  });

  it('name the places that callers rely on', () => {
    const places = readFileSync(new URL('./fixtures/places.json', import.meta.url), 'utf8');
    expect(placesOfRules(standingTables)).toEqual(JSON.parse(places));
  });
});
