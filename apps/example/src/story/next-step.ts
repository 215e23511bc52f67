import type { Kernel, Todo } from '@cux/kernel';
import { nextStep } from '@cux/runtime';
import { workspace } from './people.ts';
import type { StoryItem } from './story-file.ts';

/** Whether an earlier run left the item before its end; an item that was only named counts, too. */
export async function isUnfinished(kernel: Kernel, item: StoryItem | null): Promise<boolean> {
  if (item === null) return false;
  if ((await kernel.todo(workspace, item.todo_id)) === null) return true;
  if ((await nextStep(kernel, workspace, item.goal_id)).kind !== 'finished') return true;
  return (await blockedSignIn(kernel, item.goal_id)) !== null;
}

/** A sign-in that the person declined or did not manage: the item waits for it, and a new run asks again. */
export async function blockedSignIn(kernel: Kernel, goalId: string): Promise<Todo | null> {
  const todos = await kernel.todos(workspace, { goal_id: goalId, states: ['blocked'] });
  return todos.find(({ action_unit }) => action_unit === 'enrol_stored_session') ?? null;
}
