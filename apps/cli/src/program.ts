import { readFileSync } from 'node:fs';
import { Command, type Option } from 'commander';
import type { CommandContext, ProgramEnvironment } from './command-context.ts';
import { addContract } from './commands/contract.ts';
import { addPolicy } from './commands/policy.ts';
import { addProvider } from './commands/provider.ts';
import { addRecipe } from './commands/recipe.ts';
import { createContext } from './create-context.ts';
import { addAudit } from './groups/audit.ts';
import { addCompletion } from './groups/completion.ts';
import { addComputer } from './groups/computer.ts';
import { addContent } from './groups/content.ts';
import { addGate } from './groups/gate.ts';
import { addNotify } from './groups/notify.ts';
import { addRetention } from './groups/retention.ts';
import { addSession } from './groups/session.ts';
import { addSetup } from './groups/setup.ts';
import { addStore } from './groups/store.ts';
import { addWork } from './groups/work.ts';
import { noteFlags } from './next-command.ts';
import { type ConfigFile, readConfig } from './options/config-file.ts';
import { fillOptions, requireOptions, takeOverRequired } from './options/fill-options.ts';
import { namedOptions, withoutConfig } from './options/option-names.ts';

export type { ProgramEnvironment } from './command-context.ts';

const afterHelp = `
Exit codes:
  0    done, and what was verified holds
  1    a fault, a refusal, or something that does not verify
  2    wrong use
  3    nothing can go on before a person has acted; the message says who and how
  130  interrupted (Ctrl-C); nothing is lost, and the message says how it goes on

Every option may stand in four places, and the first that has it counts: the flag, the variable in brackets, the config
file (cux.json, made by "cux init"), the default. A URL with a password is better given as CUX_STORE, where no list of
processes shows it. Errors are one sentence on standard error; with --json they are {"error":{"code":…,"message":…}}.`;

/** The command `cux`. */
export function createProgram(surroundings: ProgramEnvironment): Command {
  const program = rootCommand(surroundings);
  let config: ConfigFile | null = null;
  const context = createContext(program, surroundings, () => config);
  for (const add of groups) add(program, context);
  const required = takeOverRequired(program);
  nameVariables(program);
  program.hook('preAction', (_, running) => {
    const { environment, folder = process.cwd() } = surroundings;
    if (!withoutConfig.has(running.name())) {
      const named = program.opts<{ config?: string }>().config ?? environment.CUX_CONFIG;
      config = readConfig(program, named === '' ? undefined : named, folder);
    }
    fillOptions(program, running, environment, config);
    requireOptions(program, running, required);
    noteFlags(program);
  });
  return program;
}

const groups: readonly ((program: Command, context: CommandContext) => void)[] = [
  addSetup,
  addContent,
  addSession,
  addGate,
  addWork,
  addComputer,
  addNotify,
  addAudit,
  addStore,
  addRetention,
  (program, { output }) => addContract(program, output),
  (program, { output }) => addPolicy(program, output),
  addProvider,
  addRecipe,
  addCompletion,
];

function rootCommand(surroundings: ProgramEnvironment): Command {
  return (
    new Command('cux')
      .description('Governed computer use: what leaves this machine waits for a person.')
      .version(packageVersion())
      .option('--config <file>', 'the config file (default: the nearest cux.json here or above)')
      .option('--state <folder>', 'state folder (default: the newest of .cux-demo)')
      .option('--store <store>', 'a postgres:// URL or a SQLite file (default: the one in the state folder)')
      .option('--workspace <name>', 'look at this workspace only')
      .option('--rules <file>', 'publishing rules (default: rules.json of the state folder)')
      .option('--policy <file>', 'action policy (default: policy.json of the state folder)')
      .option('--recipes <folder>', 'site recipes beside those that cux brings')
      .option('--provider <id>', 'the provider that does the work (default: playwright)')
      .option('--chromium <program>', 'the Chrome or Chromium to drive (default: the one that is found)')
      .option('--no-color', 'never colour what is written')
      .option('--json', 'answer with one JSON value', false)
      .addHelpText('after', afterHelp)
      .exitOverride()
      // Faults are told in one sentence, by whoever runs the program; help that was not asked for is told here.
      .configureOutput({
        writeOut: surroundings.write,
        writeErr: surroundings.writeError,
        outputError: () => {},
      })
  );
}

/** The help names the variable of each option. */
function nameVariables(program: Command): void {
  const variables = new Map<Option, string>(
    namedOptions(program).map(({ option, variable }) => [option, variable]),
  );
  const show = (command: Command): void => {
    command.configureHelp({
      optionDescription(option) {
        const variable = variables.get(option);
        const choices = option.argChoices === undefined ? '' : ` (${option.argChoices.join(', ')})`;
        return `${option.description}${choices}${variable === undefined ? '' : ` [${variable}]`}`;
      },
    });
    for (const each of command.commands) show(each);
  };
  show(program);
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : null;
  return typeof version === 'string' ? version : '0.0.0';
}
