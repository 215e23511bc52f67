import { randomUUID } from 'node:crypto';
import type { Principal } from '@cux/contracts';
import type { Gate, Todo } from '@cux/kernel';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import { answer, type Output } from '../output.ts';
import type { OpenState } from '../state/open-state.ts';
import { requirePerson } from './at-terminal.ts';
import { nextOfTodo } from './next-of-todo.ts';
import { describeTodo, findTodo } from './todos.ts';

export interface TodoChange {
  readonly todoId: string;
  readonly change: 'reopen' | 'cancel';
  /** Who is at the terminal; not theirs to choose. */
  readonly person: Principal;
  readonly interactive: boolean;
  /** Asks the person. */
  readonly ask: (question: string) => Promise<boolean>;
}

/** What a person says about a todo, at a terminal: it goes on, or it has ended. The kernel may refuse either. */
export async function todoChange(state: OpenState, output: Output, options: TodoChange): Promise<void> {
  const { todoId, change, person } = options;
  const { workspace, todo } = await findTodo(state, todoId);
  await requirePossible(state, workspace, todo, change);
  const command = change === 'reopen' ? cux`todo reopen ${todoId}` : cux`todo cancel ${todoId}`;
  requirePerson(options.interactive, output, command);
  answer(output, null, await describeTodo(state, workspace, todo, []));
  const question =
    change === 'cancel' ? 'Shall this todo end for good?' : await askedToReopen(state, workspace, todo);
  if (!(await options.ask(question))) {
    answer(output, null, ['Nothing was changed.']);
    return;
  }
  const result = await state.kernel.execute(
    `${change}-todo`,
    { workspace, principal: person, key: `cli/${randomUUID()}` },
    { todo_id: todoId },
  );
  if (result.kind === 'refused') throw new CliFault('refused', result.message);
  answer(output, null, [
    `The todo is ${result.result.state} now.`,
    change === 'cancel' ? `Next: ${cux`todo list`}` : await nextOfTodo(state, workspace, todoId),
  ]);
}

/** What keeps it from being changed is told before anybody is asked, and whether or not a person is there; the kernel decides. */
async function requirePossible(
  { kernel }: OpenState,
  workspace: string,
  { todo_id, state }: Todo,
  change: TodoChange['change'],
): Promise<void> {
  const show = cux`todo show ${todo_id}`;
  if (state === 'done' || state === 'cancelled') {
    throw new CliFault('refused', `The todo is ${state} for good; "${show}" says how it came to that.`);
  }
  if (change === 'reopen' && state !== 'blocked') {
    throw new CliFault(
      'refused',
      `The todo is ${state}, and only a blocked todo is reopened; "${show}" says what it waits for.`,
    );
  }
  const silent = (await kernel.unsettled(workspace)).find((attempt) => attempt.todo_id === todo_id);
  if (silent === undefined) return;
  throw new CliFault(
    'refused',
    `What its last attempt came to is unknown: look at the site first, and say so with "${cux`attempt settle ${silent.attempt_id}`}".`,
  );
}

/** What is to be said yes to: a question that was answered or has ended is asked anew, anything else goes on. */
async function askedToReopen({ kernel }: OpenState, workspace: string, todo: Todo): Promise<string> {
  const gate = todo.gate_id === null ? null : await kernel.gate(workspace, todo.gate_id);
  return questions[gate?.closed_for ?? 'other'] ?? cleared;
}

const cleared = 'Is what stood in the way cleared, and shall the work go on?';
const questions: Readonly<Partial<Record<NonNullable<Gate['closed_for']> | 'other', string>>> = {
  rejected: 'A person has said no to exactly this. Shall it be asked again?',
  revoked: 'What was asked or approved was taken back. Shall it be asked anew?',
  expired: 'What was asked or approved has expired. Shall it be asked anew?',
};
