import type { Gate, Kernel, Todo } from '@cux/kernel';
import { type AttentionEntry, attentionEntry } from './attention-entry.ts';

const waitingStates = ['awaiting_gate', 'blocked', 'open'] as const;

/**
 * Every todo of a workspace that cannot go on before a person has decided or acted, in the order of the kernel's list. What a
 * person has said no to waits for nobody.
 */
export async function waitingForPeople(
  kernel: Kernel,
  workspace: string,
): Promise<readonly AttentionEntry[]> {
  const todos = await kernel.todos(workspace, { states: waitingStates });
  const pending = await kernel.gates(workspace, { statuses: ['pending'] });
  const byId = new Map(pending.map((gate) => [gate.gate_id, gate]));
  return todos.flatMap((todo) => waitingEntry(workspace, todo, byId.get(todo.gate_id ?? '') ?? null));
}

/** The same of one goal alone. */
export async function waitingOfGoal(
  kernel: Kernel,
  workspace: string,
  goalId: string,
): Promise<readonly AttentionEntry[]> {
  const todos = await kernel.todos(workspace, { goal_id: goalId, states: waitingStates });
  const entries = todos.map(async (todo) => {
    const gate = todo.gate_id === null ? null : await kernel.gate(workspace, todo.gate_id);
    return waitingEntry(workspace, todo, gate);
  });
  return (await Promise.all(entries)).flat();
}

function waitingEntry(workspace: string, todo: Todo, gate: Gate | null): readonly AttentionEntry[] {
  if (!needsPerson(todo)) return [];
  const entry = attentionEntry(workspace, todo, gate);
  return entry === null || entry.next_step !== 'human_review' ? [] : [entry];
}

/** An open todo is run by the host, but for a sign-in that has been approved: only a person can do that. */
function needsPerson({ state, action_unit }: Todo): boolean {
  return state !== 'open' || action_unit === 'enrol_stored_session';
}
