import type { Gate, Kernel, Todo } from '@cux/kernel';
import { workspace } from './people.ts';
import type { StoryItem } from './story-file.ts';

/** What the state of the goal asks for. The story follows the kernel's state, so any run can go on with any other's. */
export type NextStep =
  | { readonly kind: 'run'; readonly todo: Todo }
  | { readonly kind: 'decide'; readonly gate: Gate }
  /** An attempt is under way that this process does not carry, or its reducer has not run. */
  | { readonly kind: 'recover' }
  | { readonly kind: 'finished' };

export async function nextStep(kernel: Kernel, goalId: string): Promise<NextStep> {
  const todos = await kernel.todos(workspace, { goal_id: goalId });
  const open = todos.find(({ state }) => state === 'open');
  if (open !== undefined) return { kind: 'run', todo: open };
  const gate = await pendingGate(kernel, goalId);
  if (gate !== null) return { kind: 'decide', gate };
  const unsettled = todos.some(({ state }) => state === 'running' || state === 'reconciling');
  return unsettled ? { kind: 'recover' } : { kind: 'finished' };
}

/** The gate that the goal waits for a decision of. A standing gate is shared: another goal's todo may have asked first. */
export async function pendingGate(kernel: Kernel, goalId: string): Promise<Gate | null> {
  const todos = await kernel.todos(workspace, { goal_id: goalId, states: ['awaiting_gate'] });
  const waiting = new Set(todos.map(({ gate_id }) => gate_id));
  const pending = await kernel.gates(workspace, { statuses: ['pending'] });
  return pending.find(({ gate_id }) => waiting.has(gate_id)) ?? null;
}

/** Whether an earlier run left the item before its end; an item that was only named counts, too. */
export async function isUnfinished(kernel: Kernel, item: StoryItem | null): Promise<boolean> {
  if (item === null) return false;
  if ((await kernel.todo(workspace, item.todo_id)) === null) return true;
  if ((await nextStep(kernel, item.goal_id)).kind !== 'finished') return true;
  return (await blockedSignIn(kernel, item.goal_id)) !== null;
}

/** A sign-in that the person declined or did not manage: the item waits for it, and a new run asks again. */
export async function blockedSignIn(kernel: Kernel, goalId: string): Promise<Todo | null> {
  const todos = await kernel.todos(workspace, { goal_id: goalId, states: ['blocked'] });
  return todos.find(({ action_unit }) => action_unit === 'enrol_stored_session') ?? null;
}
