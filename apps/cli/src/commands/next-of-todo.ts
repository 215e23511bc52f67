import { capabilityId } from '@cux/content-ops';
import type { Todo } from '@cux/kernel';
import { nextStep } from '@cux/runtime';
import { cux } from '../next-command.ts';
import type { OpenState } from '../state/open-state.ts';
import { itemOf } from './content-item.ts';
import { whatNext } from './content-work.ts';
import { itemOfGoal, sessionsGoal } from './item-goal.ts';

/** The command that goes on from where a todo stands, as a sentence. */
export async function nextOfTodo(state: OpenState, workspace: string, todoId: string): Promise<string> {
  const { kernel } = state;
  const todo = await kernel.todo(workspace, todoId);
  if (todo === null) return `Next: ${cux`todo list`}`;
  const itemId = itemOfGoal(todo.goal_id);
  const record = itemId === null ? null : await kernel.record(workspace, capabilityId, itemId);
  const item = record === null ? null : await itemOf(state, workspace, record);
  if (item === null) return nextOfOther(todo);
  const words = await whatNext({ state, workspace }, item, await nextStep(kernel, workspace, todo.goal_id));
  return words === '' ? `Next: ${cux`content status ${item.record.record_id}`}` : words;
}

/** Of work that is not an item of this application: a sign-in by itself, or what another program carries out. */
function nextOfOther({ todo_id, goal_id, state, gate_id }: Todo): string {
  const over = state === 'done' || state === 'cancelled';
  if (goal_id === sessionsGoal && !over) return `Next: ${cux`session enrol`}`;
  switch (state) {
    case 'awaiting_gate':
      return `Next: ${cux`gate decide ${gate_id}`}`;
    case 'open':
      return `Next: the program that works on it goes on with it when it runs (the demo: run it again); ${cux`todo show ${todo_id}`}`;
    case 'blocked':
      return `Once what stood in the way is cleared: ${cux`todo reopen ${todo_id}`}, or give up with ${cux`todo cancel ${todo_id}`}`;
    default:
      return `Next: ${cux`todo show ${todo_id}`}`;
  }
}
