import type { Kernel, Todo } from '@cux/kernel';
import { type AttentionEntry, attentionEntry } from './attention-entry.ts';

/** Every todo of a workspace that cannot go on before a person has decided or acted, in the order of the kernel's list. */
export async function waitingForPeople(
  kernel: Kernel,
  workspace: string,
): Promise<readonly AttentionEntry[]> {
  const todos = await kernel.todos(workspace, { states: ['awaiting_gate', 'blocked', 'open'] });
  const pending = await kernel.gates(workspace, { statuses: ['pending'] });
  const byId = new Map(pending.map((gate) => [gate.gate_id, gate]));
  return todos.filter(needsPerson).flatMap((todo) => {
    const entry = attentionEntry(workspace, todo, byId.get(todo.gate_id ?? '') ?? null);
    return entry === null || entry.next_step !== 'human_review' ? [] : [entry];
  });
}

/** An open todo is run by the host, but for a sign-in that has been approved: only a person can do that. */
function needsPerson({ state, action_unit }: Todo): boolean {
  return state !== 'open' || action_unit === 'enrol_stored_session';
}
