import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import type { SimpleChange } from '../commands/provider-lifecycle.ts';
import type { ReleaseWish } from '../providers/fetch-release.ts';

const sourceHelp = `
SOURCE is playwright, http or mock (they come with cux), the path of a manifest (a provider in another process, with all that
lies around it), the path of a package, or what npm calls one (NAME@VERSION). Files are copied into the state folder,
scripts of packages are not run, and nothing is registered before its doctor has said that it is ready.`;

interface ReleaseFlags {
  readonly providerConfig?: string;
  readonly confinement: ReleaseWish['confinement'];
}

const changes: readonly (readonly [SimpleChange, string])[] = [
  ['enable', 'give it work again, once its doctor says that it is ready'],
  ['disable', 'give it no work from now on'],
  ['rollback', 'go back to what the last upgrade took the place of'],
];

/** `cux provider list|install|enable|disable|upgrade|rollback|remove`. */
export function addLifecycle(provider: Command, context: CommandContext): void {
  const { output, location } = context;
  const lifecycle = () => import('../commands/provider-lifecycle.ts');
  provider
    .command('list')
    .description('the installed providers, and whether they are given work')
    .action(async () => (await lifecycle()).providerList(output(), location()));
  withRelease(provider.command('install <source>'))
    .description('probe a provider, and register it')
    .action(async (source: string, flags: ReleaseFlags) => {
      const { confinement } = flags;
      const config = (await configOf(flags)) ?? {};
      await (await lifecycle()).providerInstall(output(), location(), { source, config, confinement });
    });
  withRelease(provider.command('upgrade <provider> [source]'))
    .description(
      'probe other files, and put them in the place of the present ones; a disabled provider stays disabled',
    )
    .action(async (providerId: string, source: string | undefined, flags: ReleaseFlags) => {
      const { confinement } = flags;
      const config = await configOf(flags);
      await (await lifecycle()).providerUpgrade(output(), location(), providerId, {
        source,
        confinement,
        ...(config === undefined ? {} : { config }),
      });
    });
  for (const [name, description] of changes) {
    provider
      .command(`${name} <provider>`)
      .description(description)
      .action(async (providerId: string) =>
        (await lifecycle()).providerChange(output(), location(), providerId, name),
      );
  }
  provider
    .command('remove <provider>')
    .description('forget a disabled provider; its files stay until "cux doctor --fix"')
    .action((providerId: string) =>
      context.withState(async (state) => {
        const { providerChange, requireIdle } = await lifecycle();
        await requireIdle(state, providerId);
        await providerChange(output(), location(), providerId, 'remove');
      }),
    );
}

function withRelease(command: Command): Command {
  return command
    .option('--provider-config <file>', 'its configuration, as JSON')
    .addOption(
      new Option('--confinement <kind>', 'of a provider in another process: enforced, or its word is taken')
        .choices(['enforced', 'declared'])
        .default('enforced'),
    )
    .addHelpText('after', sourceHelp);
}

async function configOf({ providerConfig }: ReleaseFlags): Promise<Record<string, unknown> | undefined> {
  if (providerConfig === undefined) return undefined;
  const { readProviderConfig } = await import('../commands/provider-choice.ts');
  return readProviderConfig(providerConfig);
}
