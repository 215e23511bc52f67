import type { Kernel } from '@cux/kernel';

/** What people had to do for one goal. */
export interface Interventions {
  /** Decisions on what the goal itself does, whatever the answer. */
  readonly decisions: number;
  /** Decisions on the use of an account: standing gates, counted apart since one serves many goals. */
  readonly sign_ins: number;
  /** Everything that the ledger counts: those, and what people did without being asked. */
  readonly total: number;
}

/** Counts from the gates and from the usage ledger; what waits for an answer is not counted yet. */
export async function interventionsOf(
  kernel: Kernel,
  workspace: string,
  goalId: string,
): Promise<Interventions> {
  const [gates, usage] = await Promise.all([kernel.gates(workspace), kernel.usage(workspace)]);
  const decided = gates.filter(({ goal_id, decided_by }) => goal_id === goalId && decided_by !== null);
  const count = (kind: 'item' | 'standing') => decided.filter((gate) => gate.kind === kind).length;
  const ledger = usage.filter(({ goal_id }) => goal_id === goalId);
  return {
    decisions: count('item'),
    sign_ins: count('standing'),
    total: ledger.reduce((sum, { amounts }) => sum + amounts.interventions, 0),
  };
}
