import { personAtTerminal } from '@cux/runtime';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { workspaceToWorkIn } from '../application/people.ts';
import type { CommandContext } from '../command-context.ts';
import type { WantedRetention } from '../commands/retention.ts';

export const retentionKinds = ['standard', 'zdr'] as const;

/** How long a workspace keeps what was seen; for `init` and for `retention set`. */
export function daysOption(): Option {
  return new Option('--days <days>', 'for how many days a standard workspace keeps evidence and contents')
    .default(30)
    .argParser((text) => {
      const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
      if (days >= 1 && days <= 3_650) return days;
      throw new InvalidArgumentError('It is a whole number of days, 1 to 3650.');
    });
}

export function wantedRetention(kind: (typeof retentionKinds)[number], days: number): WantedRetention {
  return kind === 'zdr' ? { kind } : { kind, days };
}

/** `cux retention …`: what a workspace does with what was seen. */
export function addRetention(program: Command, { withState, options }: CommandContext): void {
  const retention = program
    .command('retention')
    .description('how long what was seen is kept, or that it is not');
  retention
    .command('show')
    .description('the retention of each workspace')
    .action(() =>
      withState(async (state, output) => {
        const { retentionShow } = await import('../commands/retention.ts');
        await retentionShow(state, output, workspaceToWorkIn(options().workspace, state));
      }),
    );
  retention
    .command('set')
    .addArgument(
      new Argument('<kind>', 'standard: kept for its days; zdr: nothing that is seen reaches a disk').choices(
        retentionKinds,
      ),
    )
    .description('change it, while nothing is in flight')
    .addOption(daysOption())
    .action((kind: (typeof retentionKinds)[number], { days }: { readonly days: number }) =>
      withState(async (state, output) => {
        const { retentionSet } = await import('../commands/retention.ts');
        await retentionSet(state, output, {
          workspace: workspaceToWorkIn(options().workspace, state),
          person: personAtTerminal(),
          retention: wantedRetention(kind, days),
        });
      }),
    );
}
