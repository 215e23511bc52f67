import { personAtTerminal } from '@cux/runtime';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { askWhether } from '../commands/ask-decision.ts';
import { attemptList, attemptShow } from '../commands/attempts.ts';
import { type TodoChange, todoChange, todoList, todoShow } from '../commands/todos.ts';

/** `cux todo …`, `cux attempt …`: what is to be done, what was tried, and what was seen. */
export function addWork(program: Command, context: CommandContext): void {
  addTodo(program, context);
  addAttempt(program, context);
}

function addTodo(program: Command, { withState, surroundings }: CommandContext): void {
  const todo = program.command('todo').description('units of work');
  todo
    .command('list')
    .description('every todo with its state')
    .action(() => withState((state, output) => todoList(state, output)));
  todo
    .command('show <todo>')
    .description('its state, what a person is asked, and every attempt at it')
    .action((todoId: string) => withState((state, output) => todoShow(state, output, todoId)));
  const change = (name: TodoChange['change']) => (todoId: string) =>
    withState((state, output) =>
      todoChange(state, output, {
        todoId,
        change: name,
        person: personAtTerminal(),
        interactive: surroundings.interactive,
        ask: askWhether,
      }),
    );
  todo
    .command('reopen <todo>')
    .description('put a blocked todo back to work, as a person at a terminal')
    .action(change('reopen'));
  todo
    .command('cancel <todo>')
    .description('end a todo for good, as a person at a terminal')
    .action(change('cancel'));
}

function addAttempt(program: Command, { withState }: CommandContext): void {
  const attempt = program.command('attempt').description('admitted tries');
  attempt
    .command('list')
    .description('every attempt, the earliest first')
    .option('--todo <todo>', 'of this todo only')
    .action((options: { readonly todo?: string }) =>
      withState((state, output) => attemptList(state, output, options.todo)),
    );
  attempt
    .command('show <attempt>')
    .description('the request, the receipt and the evidence')
    .action((attemptId: string) => withState((state, output) => attemptShow(state, output, attemptId)));
}
