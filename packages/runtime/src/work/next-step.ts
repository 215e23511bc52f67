import type { Gate, Kernel, Todo } from '@cux/kernel';

/** What the state of a goal asks for. Whoever works follows the kernel's state, so any run can go on with any other's. */
export type NextStep =
  | { readonly kind: 'run'; readonly todo: Todo }
  | { readonly kind: 'decide'; readonly gate: Gate }
  /** An attempt is under way that this process does not carry, or its reducer has not run. */
  | { readonly kind: 'recover' }
  | { readonly kind: 'finished' };

/** What comes next for a goal: a todo to run, a question to decide, something to recover, or nothing. */
export async function nextStep(kernel: Kernel, workspace: string, goalId: string): Promise<NextStep> {
  const todos = await kernel.todos(workspace, { goal_id: goalId });
  const open = todos.find(({ state }) => state === 'open');
  if (open !== undefined) return { kind: 'run', todo: open };
  const gate = await pendingGate(kernel, workspace, goalId);
  if (gate !== null) return { kind: 'decide', gate };
  const unsettled = todos.some(({ state }) => state === 'running' || state === 'reconciling');
  return unsettled ? { kind: 'recover' } : { kind: 'finished' };
}

/** The gate that the goal waits for a decision of. A standing gate is shared: another goal's todo may have asked first. */
export async function pendingGate(kernel: Kernel, workspace: string, goalId: string): Promise<Gate | null> {
  const todos = await kernel.todos(workspace, { goal_id: goalId, states: ['awaiting_gate'] });
  const ids = new Set(todos.flatMap(({ gate_id }) => (gate_id === null ? [] : [gate_id])));
  for (const gateId of [...ids].sort()) {
    const gate = await kernel.gate(workspace, gateId);
    if (gate?.status === 'pending') return gate;
  }
  return null;
}
