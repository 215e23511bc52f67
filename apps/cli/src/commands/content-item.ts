import { capabilityId, itemFacts, shownState } from '@cux/content-ops';
import type { CapabilityRecord, Gate, Todo } from '@cux/kernel';
import { CliFault } from '../cli-fault.ts';
import type { OpenState } from '../state/open-state.ts';
import { goalIdOf } from './item-goal.ts';

/** An item as the kernel has it: its record, the todo that carries it, and that todo's gate. */
export interface ContentItem {
  readonly record: CapabilityRecord;
  readonly todo: Todo;
  readonly gate: Gate | null;
}

/** @throws CliFault `not_found` */
export async function findItem(
  { kernel }: Pick<OpenState, 'kernel'>,
  workspace: string,
  recordId: string,
): Promise<ContentItem> {
  const record = await kernel.record(workspace, capabilityId, recordId);
  const todos = record === null ? [] : await kernel.todos(workspace, { goal_id: goalIdOf(recordId) });
  const todo = todos.find(({ todo_id }) => todo_id === recordId);
  if (record === null || todo === undefined) {
    throw new CliFault('not_found', 'There is no such item here; "cux content status" names them all.');
  }
  return { record, todo, gate: todo.gate_id === null ? null : await kernel.gate(workspace, todo.gate_id) };
}

/** Where the item stands, in the words that people use. */
export function stateWords({ record, gate }: ContentItem): string {
  return (shownState(record, gate) ?? record.state).replaceAll('_', ' ');
}

/** The site's own id of the item; `—` while it has none. */
export function siteIdOf({ record }: ContentItem): string {
  return itemFacts(record).itemId ?? '—';
}
