import { personAtTerminal } from '@cux/runtime';
import { type Command, Option } from 'commander';
import { recipeOf } from '../application/application.ts';
import { CliFault } from '../cli-fault.ts';
import type { CommandContext } from '../command-context.ts';
import type { SignInPlace } from '../commands/sign-in-person.ts';

interface EnrolFlags {
  readonly item?: string;
  readonly site?: string;
  readonly browser: 'auto' | SignInPlace;
}

/** `cux session …`: accounts that an agent may use, each signed in to by a person. */
export function addSession(program: Command, context: CommandContext): void {
  const { surroundings, withState, person } = context;
  const session = program.command('session').description('accounts that an agent may use');
  session
    .command('enrol')
    .description('let an agent use an account: approve it, and sign in yourself, as a person at a terminal')
    .option('--item <item>', 'for the item whose work has met the sign-in')
    .option('--site <site>', 'the site of the publishing rules (default: the only one)')
    .addOption(
      new Option('--browser <place>', 'sign in in a window of the browser, or at this terminal')
        .choices(['auto', 'window', 'terminal'])
        .default('auto'),
    )
    .action((flags: EnrolFlags) => enrol(context, flags));
  session
    .command('list')
    .description('accounts that an agent may use, or asks for')
    .option('--all', 'also those that are over', false)
    .action(async ({ all }: { readonly all: boolean }) => {
      const { sessionList } = await import('../commands/sessions.ts');
      await withState((state, output) => sessionList(state, output, all));
    });
  session
    .command('revoke <gate>')
    .description('end the use of an account, as a person at a terminal')
    .action(async (gateId: string) => {
      const { sessionRevoke } = await import('../commands/sessions.ts');
      const { interactive } = surroundings;
      await withState((state, output) =>
        sessionRevoke(state, output, {
          gateId,
          person: personAtTerminal(),
          interactive,
          ask: person.whether,
        }),
      );
    });
}

async function enrol(context: CommandContext, flags: EnrolFlags): Promise<void> {
  const [{ withApplication }, { sessionEnrol }, { signInPerson, signInPlace }] = await Promise.all([
    import('../application/open-application.ts'),
    import('../commands/session-enrol.ts'),
    import('../commands/sign-in-person.ts'),
  ]);
  const { interactive, environment } = context.surroundings;
  const place = signInPlace(flags.browser, environment, process.platform);
  await withApplication(
    context,
    (application) =>
      sessionEnrol(application, {
        item: flags.item,
        site: flags.site,
        interactive,
        ask: context.person.decision,
        signIn: (site) => {
          const recipe = recipeOf(application, site);
          if (recipe === null)
            throw new CliFault('refused', 'The rules name a recipe that is not there; add it.');
          return signInPerson(place, application.output, recipe, site, context.person);
        },
      }),
    { window: place === 'window' },
  );
}
