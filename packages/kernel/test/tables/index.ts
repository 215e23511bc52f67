import type { RefusalRow } from '../support/refusal-row.ts';
import { admissionRows } from './admission.ts';
import { attemptsRows } from './attempts.ts';
import { gatesRows } from './gates.ts';
import { goalsAndTodosRows } from './goals-and-todos.ts';
import { proposalsRows } from './proposals.ts';
import { receiptsRows } from './receipts.ts';
import { sessionRows } from './sessions.ts';

/** Every refused arrow, by what it is about. */
export const tables: Readonly<Record<string, readonly RefusalRow[]>> = {
  admission: admissionRows,
  attempts: attemptsRows,
  gates: gatesRows,
  'goals, todos and records': goalsAndTodosRows,
  proposals: proposalsRows,
  receipts: receiptsRows,
  sessions: sessionRows,
};
