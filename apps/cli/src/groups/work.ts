import { personAtTerminal } from '@cux/runtime';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { type AttemptChoice, attemptList, attemptShow } from '../commands/attempts.ts';
import { evidenceOpen } from '../commands/evidence-open.ts';
import { quotaList } from '../commands/quota.ts';
import type { TodoChange } from '../commands/todo-change.ts';
import { todoList, todoShow } from '../commands/todos.ts';
import { waitingList } from '../commands/waiting.ts';
import { noWaitHelp, type Waiting } from './no-wait.ts';

/** `cux todo …`, `cux attempt …`, `cux evidence …`, `cux quota`: what is to be done, was tried, was seen and was used. */
export function addWork(program: Command, context: CommandContext): void {
  addTodo(program, context);
  addAttempt(program, context);
  addEvidence(program, context);
  program
    .command('quota')
    .description('what was used and reserved, and of which limit')
    .action(() => context.withState(quotaList));
}

function addTodo(program: Command, { withState, surroundings, person }: CommandContext): void {
  const todo = program.command('todo').description('units of work');
  todo
    .command('list')
    .description('every todo with its state')
    .option('--waiting', 'only what cannot go on before a person has decided or acted', false)
    .action(({ waiting }: { readonly waiting: boolean }) =>
      withState((state, output) => (waiting ? waitingList(state, output) : todoList(state, output))),
    );
  todo
    .command('show <todo>')
    .description('its state, what a person is asked, and every attempt at it')
    .action((todoId: string) => withState((state, output) => todoShow(state, output, todoId)));
  const change = (name: TodoChange['change']) => async (todoId: string) => {
    const { todoChange } = await import('../commands/todo-change.ts');
    const asked = { person: personAtTerminal(), interactive: surroundings.interactive, ask: person.whether };
    await withState((state, output) => todoChange(state, output, { todoId, change: name, ...asked }));
  };
  todo
    .command('reopen <todo>')
    .description('put a blocked todo back to work, as a person at a terminal')
    .action(change('reopen'));
  todo
    .command('cancel <todo>')
    .description('end a todo for good, as a person at a terminal')
    .action(change('cancel'));
}

function addAttempt(program: Command, { withState, surroundings, person }: CommandContext): void {
  const attempt = program.command('attempt').description('admitted tries');
  attempt
    .command('list')
    .description('every attempt, the earliest first')
    .option('--todo <todo>', 'of this todo only')
    .option('--unknown', 'only those of which nobody knows what they came to', false)
    .action((options: AttemptChoice) => withState((state, output) => attemptList(state, output, options)));
  attempt
    .command('show <attempt>')
    .description('the request, the receipt and the evidence')
    .action((attemptId: string) => withState((state, output) => attemptShow(state, output, attemptId)));
  attempt
    .command('settle <attempt>')
    .description(
      'say what an attempt of unknown outcome came to, after a look at the site, as a person at a terminal',
    )
    .option('--no-wait', noWaitHelp)
    .action(async (attemptId: string, { wait: waits }: Waiting) => {
      const { attemptSettle } = await import('../commands/attempt-settle.ts');
      const asked = {
        person: personAtTerminal(),
        interactive: surroundings.interactive,
        ask: person.outcome,
      };
      await withState((state, output) => attemptSettle(state, output, { attemptId, waits, ...asked }));
    });
}

function addEvidence(program: Command, { withState, surroundings }: CommandContext): void {
  program
    .command('evidence')
    .description('what was captured')
    .command('open <name>')
    .description('copy the evidence of an attempt, gate, todo or digest out of the vault, and show it')
    .option('--no-show', 'only say where it is')
    .action((of: string, { show }: { readonly show: boolean }) =>
      withState((state, output) =>
        evidenceOpen(state, output, { of, show, environment: surroundings.environment }),
      ),
    );
}
