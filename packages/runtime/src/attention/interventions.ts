import type { Gate, Kernel, UsageEntry } from '@cux/kernel';
import { everyPage } from '../work/every-page.ts';

/** What people had to do for one goal. */
export interface Interventions {
  /** Decisions on what the goal itself does, whatever the answer. */
  readonly decisions: number;
  /** Decisions on the use of an account: standing gates, counted apart since one serves many goals. */
  readonly sign_ins: number;
  /** Everything that the ledger counts: those, and what people did without being asked. */
  readonly total: number;
}

export const noInterventions: Interventions = { decisions: 0, sign_ins: 0, total: 0 };

/** Counts from the gates and from the usage ledger of a goal's todos; what waits for an answer is not counted yet. */
export async function interventionsOf(
  kernel: Kernel,
  workspace: string,
  goalId: string,
): Promise<Interventions> {
  const sum = new InterventionSum();
  for (const { todo_id } of await kernel.todos(workspace, { goal_id: goalId })) {
    sum.addGates(await kernel.gates(workspace, { todo_id }));
    sum.addUsage(await kernel.usage(workspace, { todo_id }));
  }
  return sum.byGoal.get(goalId) ?? noInterventions;
}

/**
 * The same for every goal of a workspace that people had to do anything for. Reads gates and ledger once, page by page: what it
 * holds is a page and three numbers a goal.
 */
export async function interventionsByGoal(
  kernel: Kernel,
  workspace: string,
): Promise<ReadonlyMap<string, Interventions>> {
  const sum = new InterventionSum();
  const gates = everyPage(
    (page) => kernel.gates(workspace, page),
    ({ gate_id }) => gate_id,
  );
  for await (const page of gates) sum.addGates(page);
  const ledger = everyPage(
    (page) => kernel.usage(workspace, page),
    ({ usage_id }) => usage_id,
  );
  for await (const page of ledger) sum.addUsage(page);
  return sum.byGoal;
}

class InterventionSum {
  readonly byGoal = new Map<string, Interventions>();

  addGates(gates: readonly Gate[]): void {
    for (const { goal_id, kind, decided_by } of gates) {
      if (decided_by === null) continue;
      this.#add(goal_id, kind === 'item' ? { decisions: 1 } : kind === 'standing' ? { sign_ins: 1 } : {});
    }
  }

  addUsage(entries: readonly UsageEntry[]): void {
    for (const { goal_id, amounts } of entries) {
      if (amounts.interventions > 0) this.#add(goal_id, { total: amounts.interventions });
    }
  }

  #add(goalId: string, { decisions = 0, sign_ins = 0, total = 0 }: Partial<Interventions>): void {
    const { byGoal } = this;
    const before = byGoal.get(goalId) ?? noInterventions;
    byGoal.set(goalId, {
      decisions: before.decisions + decisions,
      sign_ins: before.sign_ins + sign_ins,
      total: before.total + total,
    });
  }
}
