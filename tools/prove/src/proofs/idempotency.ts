import { playCell } from '../idempotency/cells.ts';
import { table } from '../idempotency/table.ts';
import type { Proof, ProofResult } from './proof.ts';

/** Every cell of the table of idempotency, played. */
export const idempotency: Proof = {
  name: 'idempotency',
  run: async (): Promise<ProofResult> => {
    const violations: string[] = [];
    for (const { stage, body, answer, effects } of table) {
      const cell = await playCell(stage, body);
      const kept = answer === 'idempotency_conflict' || cell.sameAnswer;
      if (cell.answer === answer && cell.effects === effects && kept) continue;
      violations.push(`${stage}, ${body} body: ${cell.answer}, ${cell.effects} effects`);
    }
    return { runs: `${table.length} cells`, faults: {}, violations };
  },
};
