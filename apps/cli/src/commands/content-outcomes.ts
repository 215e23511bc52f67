import { capabilityId } from '@cux/content-ops';
import type { CapabilityRecord } from '@cux/kernel';
import { everyPage, type Interventions, interventionsByGoal, noInterventions } from '@cux/runtime';
import type { OpenState } from '../state/open-state.ts';
import { gateWithUse, stateOf } from './content-item.ts';
import { goalIdOf, isCalledAccountRecord, itemOfGoal, sessionsGoal } from './item-goal.ts';

/** What one outcome has cost people, over all items that came to it. */
export interface OutcomeSum {
  readonly outcome: string;
  readonly items: number;
  readonly decisions: number;
  readonly sign_ins: number;
  readonly interventions: number;
}

/**
 * Sums up what people had to do, by what the items have come to. Reads every record, gate and entry of the ledger once, a page
 * at a time: what it holds does not grow with what is kept of an item.
 */
export async function outcomesOf(state: OpenState): Promise<readonly OutcomeSum[]> {
  const sums = new Map<string, OutcomeSum>();
  for (const workspace of state.workspaces) {
    const byGoal = await interventionsByGoal(state.kernel, workspace);
    const otherwise = hasOtherGoals(byGoal);
    const goalOf = async ({ record_id }: CapabilityRecord): Promise<string> => {
      // Only where goals are called otherwise than "content add" calls them, as the demo does.
      const todo = otherwise ? await state.kernel.todo(workspace, record_id) : null;
      return todo?.goal_id ?? goalIdOf(record_id);
    };
    const pages = everyPage(
      (page) => state.kernel.records(workspace, capabilityId, page),
      ({ record_id }) => record_id,
    );
    for await (const records of pages) {
      for (const record of records) {
        const outcome = await outcomeOf(state, workspace, record);
        if (outcome === null) continue;
        const cost = byGoal.get(await goalOf(record)) ?? noInterventions;
        sums.set(outcome, outcomeWith(outcome, cost, sums.get(outcome)));
      }
    }
  }
  return [...sums.values()];
}

function hasOtherGoals(byGoal: ReadonlyMap<string, unknown>): boolean {
  return [...byGoal.keys()].some((goal) => goal !== sessionsGoal && itemOfGoal(goal) === null);
}

/** Null for a record that is no item. Only an item that is ready for its review can be shown as another one than its record says. */
async function outcomeOf(
  { kernel }: OpenState,
  workspace: string,
  record: CapabilityRecord,
): Promise<string | null> {
  if (isCalledAccountRecord(record.record_id)) {
    if ((await kernel.todo(workspace, record.record_id)) === null) return null;
  }
  if (record.state !== 'review_ready') return record.state;
  const todo = await kernel.todo(workspace, record.record_id);
  return stateOf({ record, ...(await gateWithUse({ kernel }, workspace, todo)) });
}

/** The sum with one more item of this outcome. */
export function outcomeWith(outcome: string, cost: Interventions, before?: OutcomeSum): OutcomeSum {
  return {
    outcome,
    items: (before?.items ?? 0) + 1,
    decisions: (before?.decisions ?? 0) + cost.decisions,
    sign_ins: (before?.sign_ins ?? 0) + cost.sign_ins,
    interventions: (before?.interventions ?? 0) + cost.total,
  };
}

export function outcomeLine({ outcome, items, ...cost }: OutcomeSum): string {
  return `outcome ${outcome.replaceAll('_', ' ')}: ${counted(items, 'item')}; people: ${costWords(cost)}`;
}

/** What people had to do, in words: counted are acts of theirs, and not who is signed in now. */
export function costWords({
  decisions,
  sign_ins,
  interventions,
}: Pick<OutcomeSum, 'decisions' | 'sign_ins' | 'interventions'>): string {
  return `${counted(decisions, 'decision')}, ${counted(sign_ins, 'sign-in')}, ${counted(interventions, 'intervention')} in all`;
}

function counted(amount: number, what: string): string {
  return `${amount} ${what}${amount === 1 ? '' : 's'}`;
}
