import { capabilityId, shownState } from '@cux/content-ops';
import {
  type AttentionEntry,
  attentionEntry,
  type Interventions,
  interventionsOf,
  nextStep,
} from '@cux/runtime';
import { answer, type Output } from '../output.ts';
import { evidenceFiles } from '../state/evidence-files.ts';
import type { OpenState } from '../state/open-state.ts';
import { attentionLines } from './attention-lines.ts';
import { type ContentItem, findItem, siteIdOf } from './content-item.ts';
import { whatNext } from './content-work.ts';

interface ItemStatus {
  readonly workspace: string;
  readonly item: string;
  readonly state: string;
  readonly site_id: string;
  readonly revision: number;
  readonly todo: string;
  readonly interventions: Interventions;
  readonly attention: AttentionEntry | null;
  readonly next: string;
}

/** Every item, or one of them: where it stands, what comes next, and what people had to do for it. */
export async function contentStatus(
  state: OpenState,
  output: Output,
  recordId: string | undefined,
): Promise<void> {
  const items: ItemStatus[] = [];
  for (const workspace of state.workspaces) {
    const records = await state.kernel.records(workspace, capabilityId);
    const wanted = records.filter(({ record_id }) => recordId === undefined || record_id === recordId);
    for (const { record_id } of wanted) {
      const item = await findItem(state, workspace, record_id);
      items.push(await statusOf(state, workspace, item));
    }
  }
  if (recordId !== undefined && items.length === 0)
    await findItem(state, state.workspaces[0] ?? '', recordId);
  const outcomes = perOutcome(items);
  answer(output, { items, interventions_per_outcome: outcomes }, [
    ...(items.length === 0 ? ['There is no item yet; "cux content add" takes one up.'] : items.map(line)),
    ...(recordId === undefined ? outcomeLines(outcomes) : await details(state, items)),
  ]);
}

async function statusOf(state: OpenState, workspace: string, item: ContentItem): Promise<ItemStatus> {
  const { kernel } = state;
  const { record, todo, gate } = item;
  const next = await nextStep(kernel, workspace, todo.goal_id);
  return {
    workspace,
    item: record.record_id,
    state: shownState(record, gate) ?? record.state,
    site_id: siteIdOf(item),
    revision: record.revision,
    todo: todo.state,
    interventions: await interventionsOf(kernel, workspace, todo.goal_id),
    attention: attentionEntry(workspace, todo, gate),
    next: await whatNext({ state, workspace }, item, next),
  };
}

function line({ item, state, site_id, interventions }: ItemStatus): string {
  const { decisions, sign_ins, total } = interventions;
  return `${item}  ${state.replaceAll('_', ' ')}  site id ${site_id}  people: ${decisions} decided, ${sign_ins} signed in, ${total} interventions in all`;
}

/** What one outcome has cost people, over all items that came to it. */
interface OutcomeSum {
  readonly outcome: string;
  readonly items: number;
  readonly decisions: number;
  readonly interventions: number;
}

function perOutcome(items: readonly ItemStatus[]): readonly OutcomeSum[] {
  return [...new Set(items.map(({ state }) => state))].map((outcome) => {
    const own = items.filter(({ state }) => state === outcome);
    return {
      outcome,
      items: own.length,
      decisions: own.reduce((sum, { interventions }) => sum + interventions.decisions, 0),
      interventions: own.reduce((sum, { interventions }) => sum + interventions.total, 0),
    };
  });
}

function outcomeLines(outcomes: readonly OutcomeSum[]): readonly string[] {
  return outcomes.map(
    ({ outcome, items, decisions, interventions }) =>
      `outcome ${outcome.replaceAll('_', ' ')}: ${items} items, ${decisions} decisions, ${interventions} interventions`,
  );
}

async function details(state: OpenState, items: readonly ItemStatus[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { attention, next } of items) {
    if (attention !== null) {
      lines.push(...attentionLines(attention, await evidenceFiles(state, attention.captured)));
    }
    if (next !== '') lines.push(next);
  }
  return lines;
}
