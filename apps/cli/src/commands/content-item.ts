import { type ApprovalUse, capabilityId, itemFacts, shownState } from '@cux/content-ops';
import type { CapabilityRecord, Gate, Todo } from '@cux/kernel';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import type { OpenState } from '../state/open-state.ts';

/** An item as the kernel has it: its record, the todo that carries it, that todo's gate, and what has used the gate up. */
export interface ContentItem {
  readonly record: CapabilityRecord;
  readonly todo: Todo;
  readonly gate: Gate | null;
  readonly use: ApprovalUse | null;
}

/** @throws CliFault `not_found` */
export async function findItem(
  state: Pick<OpenState, 'kernel'>,
  workspace: string,
  recordId: string,
): Promise<ContentItem> {
  const record = await state.kernel.record(workspace, capabilityId, recordId);
  const item = record === null ? null : await itemOf(state, workspace, record);
  if (item !== null) return item;
  throw new CliFault('not_found', `There is no such item here; "${cux`content status`}" names them all.`);
}

/** The item of a record, whose todo has its name; null for a record that only says which account is meant. */
export async function itemOf(
  state: Pick<OpenState, 'kernel'>,
  workspace: string,
  record: CapabilityRecord,
): Promise<ContentItem | null> {
  const todo = await state.kernel.todo(workspace, record.record_id);
  if (todo === null || todo.record_id !== record.record_id) return null;
  return { record, todo, ...(await gateWithUse(state, workspace, todo)) };
}

/** The gate of an item's todo, and the attempt that has used its approval up. */
export async function gateWithUse(
  { kernel }: Pick<OpenState, 'kernel'>,
  workspace: string,
  todo: Todo | null,
): Promise<Pick<ContentItem, 'gate' | 'use'>> {
  const gateId = todo?.gate_id ?? null;
  const gate = gateId === null ? null : await kernel.gate(workspace, gateId);
  const attemptId = gate?.consumed_by ?? null;
  const attempt = attemptId === null ? null : await kernel.attempt(workspace, attemptId);
  return { gate, use: attempt === null ? null : { attempt, now: await kernel.now(workspace) } };
}

/** Where the item stands: its record's state, and what people and attempts have made of it since. */
export function stateOf({ record, gate, use }: Pick<ContentItem, 'record' | 'gate' | 'use'>): string {
  return shownState(record, gate, use) ?? record.state;
}

/** The same in the words that people use. */
export function stateWords(item: ContentItem): string {
  return stateOf(item).replaceAll('_', ' ');
}

/** The site's own id of the item; `—` while it has none. */
export function siteIdOf({ record }: ContentItem): string {
  return itemFacts(record).itemId ?? '—';
}
