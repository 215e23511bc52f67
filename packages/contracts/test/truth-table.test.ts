import { describe, expect, it } from 'vitest';
import { judgeTruth } from '../src/index.ts';
import { truthStatements, truthTable } from '../src/judge/truth-table.ts';
import { truthCells as cells, disagreeingCells, everyCell } from './tables/truth.ts';

describe('the truth table', () => {
  it('is walked completely', () => {
    expect(cells.length).toBe(4 * (2 + 2 + 1 + 1) * 3 * 16);
  });

  it('has a line for every cell', () => {
    expect(cells.filter((cell) => judgeTruth(cell) === null)).toEqual([]);
  });

  it('accepts exactly what the law accepts', () => {
    expect(disagreeingCells()).toEqual([]);
  });

  it('accepts a pressed final action of a committed external write alone, completed only where it had to be reached', () => {
    const accepted = everyCell.filter(
      (cell) => cell.facts.final_action_clicked && judgeTruth(cell)?.length === 0,
    );
    expect(accepted.length).toBeGreaterThan(0);
    for (const { effectClass, gate, stopReason, reach } of accepted) {
      expect({ effectClass, gate }).toEqual({ effectClass: 'external_write', gate: 'committed' });
      expect(stopReason === 'failed' || reach === 'press').toBe(true);
    }
  });

  it('has no line without effect, and every refusing line names a rule', () => {
    const outcomes = new Set(truthTable.map(({ outcome }) => outcome));
    expect([...outcomes].sort()).toEqual(['accept', ...Object.keys(truthStatements)].sort());
    for (const line of truthTable) {
      expect(Object.values(line).every((column) => column !== undefined && column !== '')).toBe(true);
    }
  });
});
