import { capabilityId } from '@cux/content-ops';
import {
  type AttentionEntry,
  attentionEntry,
  type Interventions,
  interventionsOf,
  nextStep,
} from '@cux/runtime';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import { answer, type Output } from '../output.ts';
import { withProgress } from '../progress.ts';
import { evidenceFiles } from '../state/evidence-files.ts';
import type { OpenState } from '../state/open-state.ts';
import { attentionLines } from './attention-lines.ts';
import { type ContentItem, findItem, itemOf, siteIdOf, stateOf } from './content-item.ts';
import { costWords, outcomeLine, outcomesOf, outcomeWith } from './content-outcomes.ts';
import { whatNext } from './content-work.ts';
import { leftOnSite } from './left-on-site.ts';
import { type SignIns, signInsOf } from './signed-in.ts';

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
  /** What it has left on its site, or may have, that nothing goes on with; null where nothing is known of that. */
  readonly left_on_site: string | null;
}

/** Which items are told. */
export interface StatusChoice {
  /** One item; all of them when left out. */
  readonly item?: string;
  /** At most so many of each workspace, by their names. */
  readonly limit: number;
  /** Only what comes after this name. */
  readonly after?: string;
}

/** Where a further page begins. */
interface Further {
  readonly workspace: string;
  readonly after: string;
}

/** A page of items, or one of them: where it stands, what comes next, and what people had to do for it; and for each outcome. */
export async function contentStatus(
  state: OpenState,
  output: Output,
  { item, limit, after }: StatusChoice,
): Promise<void> {
  if (item !== undefined) return oneStatus(state, output, item);
  if (after !== undefined && state.workspaces.length > 1) {
    throw new CliFault(
      'usage',
      'There are several workspaces here: name one with --workspace beside --after.',
    );
  }
  const items: ItemStatus[] = [];
  const further: Further[] = [];
  for (const workspace of state.workspaces) {
    const { kernel } = state;
    // One more than is shown says whether there is more.
    const found = await kernel.records(workspace, capabilityId, { after, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const signIns = signInsOf(state, workspace);
    for (const record of shown) {
      const item = await itemOf(state, workspace, record);
      if (item !== null) items.push(await statusOf(state, workspace, item, signIns));
    }
    const last = shown.at(-1);
    if (found.length > limit && last !== undefined) further.push({ workspace, after: last.record_id });
  }
  const outcomes = await withProgress(output, 'adding up what people had to do', () => outcomesOf(state));
  const none =
    outcomes.length === 0 ? [`There is no item yet; "${cux`content add FILE`}" takes one up.`] : [];
  answer(output, { items, further, interventions_per_outcome: outcomes }, [
    ...none,
    ...items.flatMap((each) => [
      line(each),
      ...[each.left_on_site ?? '', each.next].filter((text) => text !== '').map((text) => `  ${text}`),
    ]),
    ...further.map((page) => moreLine(state, page)),
    ...outcomes.map(outcomeLine),
  ]);
}

function moreLine({ workspaces }: OpenState, { workspace, after }: Further): string {
  const more =
    workspaces.length > 1
      ? cux`content status --after ${after} --workspace ${workspace}`
      : cux`content status --after ${after}`;
  return `… and more: ${more}`;
}

async function oneStatus(state: OpenState, output: Output, recordId: string): Promise<void> {
  const items: ItemStatus[] = [];
  for (const workspace of state.workspaces) {
    const record = await state.kernel.record(workspace, capabilityId, recordId);
    const item = record === null ? null : await itemOf(state, workspace, record);
    if (item !== null) items.push(await statusOf(state, workspace, item));
  }
  if (items.length === 0) await findItem(state, state.workspaces[0] ?? '', recordId);
  const outcomes = items.map(({ state: outcome, interventions }) => outcomeWith(outcome, interventions));
  answer(output, { items, interventions_per_outcome: outcomes }, [
    ...items.map(line),
    ...(await details(state, items)),
  ]);
}

async function statusOf(
  state: OpenState,
  workspace: string,
  item: ContentItem,
  signIns: SignIns = signInsOf(state, workspace),
): Promise<ItemStatus> {
  const { kernel } = state;
  const { record, todo, gate } = item;
  const next = await nextStep(kernel, workspace, todo.goal_id);
  return {
    workspace,
    item: record.record_id,
    state: stateOf(item),
    site_id: siteIdOf(item),
    revision: record.revision,
    todo: todo.state,
    interventions: await interventionsOf(kernel, workspace, todo.goal_id),
    attention: attentionEntry(workspace, todo, gate),
    next: await whatNext({ state, workspace, signIns }, item, next),
    left_on_site: await leftOnSite(kernel, workspace, item),
  };
}

function line({ item, state, site_id, interventions }: ItemStatus): string {
  const { decisions, sign_ins, total } = interventions;
  return `${item}  ${state.replaceAll('_', ' ')}  site id ${site_id}  people: ${costWords({ decisions, sign_ins, interventions: total })}`;
}

async function details(state: OpenState, items: readonly ItemStatus[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { attention, next, left_on_site } of items) {
    if (attention !== null) {
      lines.push(...attentionLines(attention, await evidenceFiles(state, attention.captured)));
    }
    if (left_on_site !== null) lines.push(left_on_site);
    lines.push(next === '' ? `Nothing is left to do for it. Next: ${cux`content status`}` : next);
  }
  return lines;
}
