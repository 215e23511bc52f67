import type { Gate } from '../state/gate.ts';
import type { Todo } from '../state/todo.ts';
import { type Context, type Deciding, read, readMany, readStored } from './deciding.ts';
import { closeGate } from './gates.ts';

/**
 * The todos that a gate holds or carries: its own, and for a standing gate every one that rests on it. Those that
 * an attempt holds, or that are over or blocked, are not moved by a gate.
 */
export function* todosAt(gate: Gate): Deciding<readonly Todo[]> {
  const own = yield* readStored('todo', gate.todo_id);
  const others =
    gate.kind === 'standing' ? yield* readMany('todo', { states: ['awaiting_gate', 'open'] }) : [];
  const all = [own, ...others.filter((todo) => todo.todo_id !== own.todo_id)];
  return all.filter(
    ({ gate_id, state }) => gate_id === gate.gate_id && (state === 'awaiting_gate' || state === 'open'),
  );
}

/**
 * The todo waits for its gate no longer. An item gate is closed with that; a standing one stays where it is approved
 * (the approval outlives the todo that asked for it) or others wait for it.
 */
export function* letGateGo(
  context: Context,
  todo: Todo,
  closedFor: 'superseded' | 'revoked',
): Deciding<void> {
  const gate = todo.gate_id === null ? null : yield* read('gate', todo.gate_id);
  if (gate === null || gate.status === 'closed') return;
  if (gate.kind === 'standing') {
    if (gate.status === 'open') return;
    const others = (yield* todosAt(gate)).filter((each) => each.todo_id !== todo.todo_id);
    if (others.length > 0) return;
  }
  yield* closeGate(context, gate, context.now >= gate.expires_at ? 'expired' : closedFor);
}
