import type { Command } from 'commander';
import { Option } from 'commander';
import type { CommandContext, GlobalOptions } from '../command-context.ts';
import { addLifecycle } from '../groups/provider-lifecycle.ts';
import type { ProviderChoice } from './provider-choice.ts';

const conformHelp = `
NAME is mock, http, playwright, or the path of a manifest: a provider in another process (docs/providers.md).
Each scenario is played on a site of its own, behind a guard of its own; the site counts what arrives. A line says
whether the provider has done its duty (ok), has not (NO), or lacks what the scenario needs (--, and what that is).
The command ends with 1 when one has not. Nothing leaves this machine.`;

interface ProviderFlags {
  readonly providerConfig?: string;
  readonly confinement: ProviderChoice['confinement'];
}

interface ConformFlags {
  readonly scenario?: readonly string[];
  readonly https: boolean;
}

function namedBrowser({ chromium }: GlobalOptions): Pick<ProviderChoice, 'chromium'> {
  return chromium === undefined || chromium === '' ? {} : { chromium };
}

/** `cux provider …`: what carries out the work: registered, checked, switched off and upgraded. */
export function addProvider(program: Command, context: CommandContext): void {
  const { output: outputOf, options } = context;
  const provider = program.command('provider').description('what carries out the work');
  addLifecycle(provider, context);
  const chosen = (command: Command) =>
    command
      .option('--provider-config <file>', 'configuration of a provider in another process, as JSON')
      .addOption(
        new Option('--confinement <kind>', 'enforced: no network but the guard; declared: its word is taken')
          .choices(['enforced', 'declared'])
          .default('enforced'),
      );
  chosen(provider.command('conform <name>'))
    .description('play every duty of a provider, and say which it does not do')
    .option('--scenario <id...>', 'only these')
    .option('--https', 'over HTTPS, with a certificate that only the guard trusts', false)
    .addHelpText('after', conformHelp)
    .action(async (name: string, flags: ProviderFlags & ConformFlags) => {
      const { providerConform } = await import('./provider-conform.ts');
      await providerConform(outputOf(), { name, ...flags, ...namedBrowser(options()) }, flags);
    });
  chosen(provider.command('doctor <name>'))
    .description('say whether everything is here that a provider needs')
    .action(async (name: string, flags: ProviderFlags) => {
      const { providerDoctor } = await import('./provider-doctor.ts');
      await providerDoctor(outputOf(), { name, ...flags, ...namedBrowser(options()) });
    });
  provider
    .command('protocol')
    .description('the protocol of providers in another process, as JSON Schemas')
    .action(async () => {
      const { protocolSchemas } = await import('@cux/provider-sdk/process');
      outputOf().write(`${JSON.stringify(protocolSchemas(), null, 2)}\n`);
    });
}
