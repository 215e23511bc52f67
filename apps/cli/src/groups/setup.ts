import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { daysOption, retentionKinds, wantedRetention } from './retention.ts';

interface InitFlags {
  readonly origin?: string;
  readonly account?: string;
  readonly recipe?: string;
  readonly retention?: (typeof retentionKinds)[number];
  readonly days: number;
}

/** `cux init`, `cux doctor`, `cux recover`: a folder to work in, is everything here, and what was left behind? */
export function addSetup(program: Command, context: CommandContext): void {
  const { withState } = context;
  program
    .command('init [folder]')
    .description('make a folder to work in: config file, rules, state; overwrites nothing')
    .option('--origin <url>', 'the site to publish on, for example https://blog.example')
    .option('--account <name>', 'the account that acts there, by the site’s own name for it')
    .option('--recipe <name>', 'how the site is used (default: what it says of itself)')
    .addOption(
      new Option(
        '--retention <kind>',
        'what is done with what is seen: kept for its days, or nowhere',
      ).choices(retentionKinds),
    )
    .addOption(daysOption())
    .action((folder: string | undefined, flags: InitFlags) =>
      runInit(program, context, folder ?? '.', flags),
    );
  program
    .command('doctor')
    .description('say whether everything is here that cux needs, in the order to act on it')
    .option('--fix', 'do what can be done without a person, before', false)
    .action(async ({ fix }: { readonly fix: boolean }) => {
      const { doctor } = await import('../commands/doctor.ts');
      const { configJsonSchema } = await import('../options/config-schema.ts');
      await doctor(context, { fix, configSchema: configJsonSchema(program) });
    });
  program
    .command('recover')
    .description('settle what a dead process left; sends nothing')
    .action(() =>
      withState(async (state, output) => {
        const { recover } = await import('../commands/recover.ts');
        await recover(state, output);
      }),
    );
}

async function runInit(
  program: Command,
  { output, surroundings }: CommandContext,
  folder: string,
  { retention, days, ...flags }: InitFlags,
): Promise<void> {
  const { init } = await import('../commands/init.ts');
  const { configJsonSchema } = await import('../options/config-schema.ts');
  const out = output();
  await init(out, {
    folder,
    ...flags,
    retention: retention === undefined ? undefined : wantedRetention(retention, days),
    configSchema: configJsonSchema(program),
    vaultKey: surroundings.environment.CUX_VAULT_KEY,
    ask:
      surroundings.interactive && !out.json
        ? (await import('../commands/init-questions.ts')).initQuestions
        : null,
  });
}
