import { describe, expect, it } from 'vitest';
import { judgeTruth } from '../src/index.ts';
import { truthStatements, truthTable } from '../src/judge/truth-table.ts';
import { truthCells as cells, disagreeingCells, writes } from './tables/truth.ts';

describe('the truth table', () => {
  it('is walked completely', () => {
    expect(cells.length).toBe(4 * 4 * 3 * 3 * 16);
  });

  it('has a line for every cell', () => {
    expect(cells.filter((cell) => judgeTruth(cell) === null)).toEqual([]);
  });

  it('accepts exactly what the law accepts', () => {
    expect(disagreeingCells()).toEqual([]);
  });

  it('never accepts a pressed final action of class read or draft', () => {
    const accepted = cells.filter(
      (cell) =>
        !writes(cell.effectClass) && cell.facts.final_action_clicked && judgeTruth(cell)?.length === 0,
    );
    expect(accepted).toEqual([]);
  });

  it('has no line without effect, and every refusing line names a rule', () => {
    const outcomes = new Set(truthTable.map(({ outcome }) => outcome));
    expect([...outcomes].sort()).toEqual(['accept', ...Object.keys(truthStatements)].sort());
    for (const line of truthTable) {
      expect(Object.values(line).every((column) => column !== undefined && column !== '')).toBe(true);
    }
  });
});
