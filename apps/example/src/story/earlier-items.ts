import type { Kernel, Todo } from '@cux/kernel';
import { nextStep } from '@cux/runtime';
import { workspace } from './people.ts';
import type { StoryItem } from './story-file.ts';

/** How the item of this number is called, as far as the kernel knows it. */
export function namesOf(number: number): Pick<StoryItem, 'number' | 'goal_id' | 'todo_id' | 'record_id'> {
  return {
    number,
    goal_id: `publish-story-${number}`,
    todo_id: `story-${number}`,
    record_id: `story-${number}`,
  };
}

/** What lists the todos of a workspace. */
interface Todos {
  todos(workspace: string): Promise<readonly Pick<Todo, 'todo_id'>[]>;
}

/** The number of the last item that was begun; 0 before the first. */
export async function lastNumber(kernel: Todos): Promise<number> {
  return Math.max(0, ...(await numbersOf(kernel)));
}

/**
 * An item before or after the one that was told last which is not at its end: a person has put it back to work since. The one
 * that was begun last comes first; null where there is none.
 */
export async function reopenedNumber(kernel: Kernel, told: StoryItem | null): Promise<number | null> {
  for (const number of (await numbersOf(kernel)).toSorted((left, right) => right - left)) {
    if (number === told?.number) continue;
    if ((await nextStep(kernel, workspace, namesOf(number).goal_id)).kind !== 'finished') return number;
  }
  return null;
}

async function numbersOf(kernel: Todos): Promise<readonly number[]> {
  const todos = await kernel.todos(workspace);
  return todos.flatMap(({ todo_id }) => {
    const number = /^story-(\d+)$/.exec(todo_id)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}
