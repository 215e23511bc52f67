import type { Command, Option } from 'commander';

/** One option of one command, and the other two places in which a value for it may stand. */
export interface NamedOption {
  readonly command: Command;
  readonly option: Option;
  /** The words of the command, for example `gate list`; empty for an option of every command. */
  readonly path: string;
  /** The environment variable, for example `CUX_STATE` or `CUX_GATE_LIST_ALL`. */
  readonly variable: string;
  /** Where the value stands in the config file: `['state']`, or `['commands', 'gate list', 'all']`. */
  readonly configPath: readonly string[];
}

/** What has had a variable before it had a rule. */
const ownVariables: Readonly<Record<string, string>> = { 'vault sweep days': 'CUX_RETENTION_DAYS' };

/** What says where the config file is cannot stand in it. */
const outsideConfig: ReadonlySet<string> = new Set(['config']);

/** Options that are answered by the library itself, before any command is run. */
const answeredAtOnce: ReadonlySet<string> = new Set(['help', 'version']);

/** Every option of the whole command, each with its flag, its variable and its place in the config file. */
export function namedOptions(program: Command): readonly NamedOption[] {
  return commandsOf(program, '').flatMap(({ command, path }) =>
    command.options
      .filter((option) => !answeredAtOnce.has(option.name()))
      .map((option) => nameOption(command, path, option)),
  );
}

/** Every command that can be run or has options, with its words. */
export function commandsOf(
  command: Command,
  path: string,
): readonly { readonly command: Command; readonly path: string }[] {
  const below = command.commands.flatMap((each) =>
    commandsOf(each, path === '' ? each.name() : `${path} ${each.name()}`),
  );
  return [{ command, path }, ...below];
}

/** What makes the config file, or has to run where it is missing or wrong. */
export const withoutConfig: ReadonlySet<string> = new Set(['init', 'completion', 'complete']);

/** Whether the option may stand in the config file. */
export function isInConfig({ option, path }: Pick<NamedOption, 'option' | 'path'>): boolean {
  return path === '' ? !outsideConfig.has(option.name()) : !withoutConfig.has(path);
}

function nameOption(command: Command, path: string, option: Option): NamedOption {
  const name = wordsOf(option);
  const words = path === '' ? name : `${path} ${name}`;
  const key = name.replaceAll('-', '_');
  return {
    command,
    option,
    path,
    variable: ownVariables[words] ?? `CUX_${words.replaceAll(/[ -]/g, '_').toUpperCase()}`,
    configPath: path === '' ? [key] : ['commands', path, key],
  };
}

/** `--no-color` and `--color` are one option, which is on or off. */
function wordsOf(option: Option): string {
  return option.negate ? option.name().replace(/^no-/, '') : option.name();
}
