import { personAtTerminal } from '@cux/runtime';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { gateDecide, gateList, gateRevoke, gateShow, gatesDecide } from '../commands/gates.ts';
import { answer } from '../output.ts';

/** `cux gate …`: decisions of people. */
export function addGate(program: Command, context: CommandContext): void {
  const { withState, surroundings, person } = context;
  const gate = program.command('gate').description('decisions of people');
  gate
    .command('list')
    .description('gates that wait for a decision')
    .option('--all', 'also those that are decided', false)
    .action((options: { readonly all: boolean }) =>
      withState((state, output) => gateList(state, output, options.all)),
    );
  gate
    .command('show <gate>')
    .description('the question, what an approval would be bound to, what is forbidden, and the evidence')
    .option('--whole', 'show long content to its end', false)
    .action((gateId: string, options: { readonly whole: boolean }) =>
      withState((state, output) => gateShow(state, output, gateId, options.whole)),
    );
  gate
    .command('decide <gates...>')
    .description('decide, as a person at a terminal; several get one answer, or none does')
    .action((gateIds: readonly string[]) =>
      withState(async (state, output) => {
        const options = {
          person: personAtTerminal(),
          interactive: surroundings.interactive,
          ask: person.decision,
        };
        const [gateId = '', ...others] = new Set(gateIds);
        if (others.length > 0) return gatesDecide(state, output, { ...options, gateIds });
        const todo = await gateDecide(state, output, { ...options, gateId });
        const { nextOfTodo } = await import('../commands/next-of-todo.ts');
        answer(output, null, [await nextOfTodo(state, todo.workspace, todo.todoId)]);
      }),
    );
  addRevoke(gate, context);
}

/** Takes an approval or a question back; beside `addGate`, which would be too long with it. */
function addRevoke(gate: Command, { withState, surroundings, person }: CommandContext): void {
  gate
    .command('revoke <gate>')
    .description('take an approval or a question back, as a person at a terminal')
    .action((gateId: string) =>
      withState(async (state, output) => {
        await gateRevoke(state, output, {
          gateId,
          person: personAtTerminal(),
          interactive: surroundings.interactive,
          ask: person.whether,
        });
      }),
    );
}
