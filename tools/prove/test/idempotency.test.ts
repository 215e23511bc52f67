import { describe, expect, it } from 'vitest';
import { playCell, stages } from '../src/idempotency/cells.ts';
import { table } from '../src/idempotency/table.ts';

describe('a second command under a key', () => {
  it.each(table)('$stage, $body body: $answer, because $because', async (row) => {
    const cell = await playCell(row.stage, row.body);
    expect({ answer: cell.answer, effects: cell.effects }).toEqual({
      answer: row.answer,
      effects: row.effects,
    });
    // Whatever is kept under the key is what was answered, byte for byte; a conflict is kept by nobody.
    expect(cell.sameAnswer).toBe(row.answer !== 'idempotency_conflict');
  });

  it('is told apart by every stage and body', () => {
    const cells = table.map(({ stage, body }) => `${stage}, ${body}`);
    const all = stages.flatMap((stage) => [`${stage}, same`, `${stage}, other`]);
    expect(cells.sort()).toEqual(all.sort());
  });
});
