import type { Todo } from '@cux/kernel';
import { answer, type Output } from '../output.ts';
import type { OpenState } from '../state/open-state.ts';

export async function todoList(state: OpenState, output: Output): Promise<void> {
  const todos: (Todo & { readonly workspace: string })[] = [];
  for (const workspace of state.workspaces) {
    todos.push(...(await state.kernel.todos(workspace)).map((todo) => ({ workspace, ...todo })));
  }
  const lines = todos.map((todo) => {
    const because = todo.because === null ? '' : `  (${todo.because})`;
    return `${todo.todo_id}  ${todo.state}  ${todo.action_unit}${because}`;
  });
  answer(output, { todos }, lines.length === 0 ? ['There is no todo.'] : lines);
}
