import type { RefusalRow } from '../support/refusal-row.ts';
import { actionRows } from './actions.ts';
import { admissionRows } from './admission.ts';
import { attemptsRows } from './attempts.ts';
import { computerRows } from './computers.ts';
import { gatesRows } from './gates.ts';
import { goalsAndTodosRows } from './goals-and-todos.ts';
import { moreAdmissionRows } from './more-admission.ts';
import { moreGatesRows } from './more-gates.ts';
import { proposalsRows } from './proposals.ts';
import { receiptsRows } from './receipts.ts';
import { retentionRows } from './retention.ts';
import { secondLineRows } from './second-line.ts';
import { sessionRows } from './sessions.ts';
import { workspaceRows } from './workspaces.ts';

/** Every refused arrow, by what it is about. */
export const tables: Readonly<Record<string, readonly RefusalRow[]>> = {
  admission: [...admissionRows, ...moreAdmissionRows],
  'actions and approvals': actionRows,
  attempts: attemptsRows,
  gates: [...gatesRows, ...moreGatesRows],
  computers: computerRows,
  'goals, todos and records': goalsAndTodosRows,
  proposals: proposalsRows,
  receipts: receiptsRows,
  retention: retentionRows,
  'second line': secondLineRows,
  sessions: sessionRows,
  workspaces: workspaceRows,
};
