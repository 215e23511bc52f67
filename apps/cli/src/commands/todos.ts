import type { Attempt, Todo } from '@cux/kernel';
import { attentionEntry } from '@cux/runtime';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import { answer, instant, named, type Output } from '../output.ts';
import { evidenceFiles } from '../state/evidence-files.ts';
import type { OpenState } from '../state/open-state.ts';
import { attemptLine, inOrder } from './attempts.ts';
import { attentionLines } from './attention-lines.ts';

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

/** One todo, what a person is asked about it, and every attempt at it. */
export async function todoShow(state: OpenState, output: Output, todoId: string): Promise<void> {
  const { workspace, todo } = await findTodo(state, todoId);
  const attempts = inOrder(await state.kernel.attempts(workspace, { todo_id: todoId }));
  answer(
    output,
    { todo: { workspace, ...todo }, attempts },
    await describeTodo(state, workspace, todo, attempts),
  );
}

/** @throws CliFault `not_found` */
export async function findTodo(
  state: OpenState,
  todoId: string,
): Promise<{ readonly workspace: string; readonly todo: Todo }> {
  for (const workspace of state.workspaces) {
    const todo = await state.kernel.todo(workspace, todoId);
    if (todo !== null) return { workspace, todo };
  }
  throw new CliFault('not_found', `There is no such todo here; "${cux`todo list`}" names them all.`);
}

/** The lines about one todo. */
export async function describeTodo(
  state: OpenState,
  workspace: string,
  todo: Todo,
  attempts: readonly Attempt[],
): Promise<readonly string[]> {
  // What it was asked is told as it stands now: an answer that was given is not waited for any more.
  const entry = attentionEntry(workspace, todo, null);
  const facts: readonly (readonly [string, string | null])[] = [
    ['next unit', todo.action_unit],
    ['because', todo.because],
    ['goal', todo.goal_id],
    ['record', todo.record_id],
    ['gate', todo.gate_id],
    ['reads back', todo.reconciles_attempt_id],
    ['goes on as', todo.successor],
    ['not before', todo.not_before === null ? null : instant(todo.not_before)],
  ];
  return [
    `${todo.todo_id}  ${todo.state}`,
    ...facts.flatMap(([name, text]) => (text === null ? [] : [named(name, text)])),
    ...(entry === null ? [] : attentionLines(entry, await evidenceFiles(state, entry.captured))),
    ...attempts.map((attempt) => named('attempt', attemptLine(attempt))),
  ];
}
