import type { ActionUnit, AttentionItem } from '@cux/contracts';
import type { Gate } from '../state/gate.ts';
import type { Todo } from '../state/todo.ts';
import { type Context, type Deciding, read, readMany } from './deciding.ts';
import { todosAt } from './let-gate-go.ts';

/** Moves a todo, with its event. `because` is a stable word: a kernel rule, or an id of the capability's table. */
export function moveTodo(
  context: Context,
  todo: Todo,
  state: Todo['state'],
  patch: Partial<Todo> & { readonly because: string | null },
): Todo {
  context.work.event('todo-moved', { todo_id: todo.todo_id, from: todo.state, to: state });
  const running = state === 'running' ? {} : { attempt_id: null };
  return context.work.change('todo', todo, { ...running, ...patch, state });
}

/** The unit that the todo's last draft attempt ran: where it starts again when its gate is gone. */
function* lastDraftUnit(todo: Todo): Deciding<ActionUnit | null> {
  const attempts = yield* readMany('attempt', { parent_id: todo.todo_id });
  const drafts = attempts.filter((attempt) => attempt.request.effect_class === 'draft');
  const last = drafts.reduce<(typeof drafts)[number] | null>(
    (latest, attempt) => (latest === null || attempt.fence > latest.fence ? attempt : latest),
    null,
  );
  return last?.request.action_unit ?? null;
}

/**
 * Puts a todo back to work after a pause: behind a pending gate it waits, behind an open one it runs. An item gate
 * that is over is let go, and the todo goes back to the unit that drafts, so that a person is asked anew. Where a
 * person took the gate back, or a standing gate has ended, it is blocked, unless a person is who puts it back.
 */
export function* resumeTodo(
  context: Context,
  todo: Todo,
  because: string | null,
  byPerson = false,
): Deciding<Todo> {
  const gate = todo.gate_id === null ? null : yield* read('gate', todo.gate_id);
  const cleared = { because, successor: null } as const;
  if (gate?.status === 'pending') {
    return moveTodo(context, todo, 'awaiting_gate', { ...cleared, attention: gate.attention });
  }
  if (gate === null || gate.status === 'open') {
    return moveTodo(context, todo, 'open', { ...cleared, attention: null });
  }
  if (!byPerson && (gate.kind === 'standing' || gate.closed_for === 'revoked')) {
    return blockTodo(context, todo, gate.attention, `gate.${gate.closed_for ?? 'closed'}`);
  }
  const unit = yield* lastDraftUnit(todo);
  return moveTodo(context, todo, 'open', {
    ...cleared,
    attention: null,
    gate_id: null,
    action_unit: unit ?? todo.action_unit,
  });
}

/** A person has to look: stays blocked when it is. */
function blockTodo(context: Context, todo: Todo, attention: AttentionItem, because: string): Todo {
  if (todo.state === 'blocked') return context.work.change('todo', todo, { attention, because });
  return moveTodo(context, todo, 'blocked', { attention, because });
}

/** The todo rests on a gate: it waits for a pending one, and runs behind one that is open already. */
export function restOnGate(context: Context, todo: Todo, gate: Gate, because: string): Todo {
  const open = gate.status === 'open';
  const state = open ? 'open' : 'awaiting_gate';
  const patch = { because, gate_id: gate.gate_id, attention: open ? null : gate.attention };
  if (todo.state !== state) return moveTodo(context, todo, state, patch);
  return todo.gate_id === gate.gate_id ? todo : context.work.change('todo', todo, patch);
}

/** What a gate that has ended without a usable approval does to the todos that rest on it and that no attempt holds. */
export function* todosLostGate(
  context: Context,
  gate: Gate,
  outcome: { readonly kind: 'resume' } | { readonly kind: 'block'; readonly attention: AttentionItem },
  because: string,
): Deciding<void> {
  for (const todo of yield* todosAt(gate)) {
    if (outcome.kind === 'block') {
      moveTodo(context, todo, 'blocked', { because, attention: outcome.attention });
    } else if (todo.state === 'awaiting_gate') {
      yield* resumeTodo(context, todo, because);
    } else {
      const unit = yield* lastDraftUnit(todo);
      const action_unit = unit ?? todo.action_unit;
      context.work.change('todo', todo, { gate_id: null, because, action_unit });
    }
  }
}
