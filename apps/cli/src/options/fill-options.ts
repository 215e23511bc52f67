import { dirname, resolve } from 'node:path';
import { type Command, CommanderError, type Option } from 'commander';
import { CliFault } from '../cli-fault.ts';
import type { ConfigFile } from './config-file.ts';
import { isInConfig, type NamedOption, namedOptions } from './option-names.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Options whose value is the path of a file or folder; in the config file it starts from the file's own folder. */
export const pathOptions: ReadonlySet<string> = new Set([
  'state',
  'store',
  'rules',
  'policy',
  'recipes',
  'chromium',
  'head',
  'file',
  'out',
  'to',
  'provider-config',
  'password-file',
  'content',
]);

/**
 * Gives every option of the command that is about to run, and of those above it, the value of the first place that has one:
 * the flag, the variable, the config file, the default.
 */
export function fillOptions(
  program: Command,
  running: Command,
  environment: Environment,
  config: ConfigFile | null,
): void {
  const line = lineOf(running);
  for (const named of namedOptions(program)) {
    if (!line.includes(named.command)) continue;
    const source = named.command.getOptionValueSource(named.option.attributeName());
    if (source === 'cli') continue;
    const variable = environment[named.variable];
    if (variable !== undefined && variable !== '') {
      set(named, fromText(named, variable, named.variable), 'env');
      continue;
    }
    const configured = config === null || !isInConfig(named) ? undefined : config.value(named.configPath);
    if (config !== null && configured !== undefined) {
      set(named, fromConfig(named, configured, config), 'config');
    }
  }
}

/**
 * Takes the check for required options over: the library makes it before the variables and the config file are looked at.
 * Answers the options that {@link requireOptions} has to find a value for.
 */
export function takeOverRequired(program: Command): ReadonlySet<Option> {
  const required = new Set<Option>();
  for (const { option } of namedOptions(program)) {
    if (!option.mandatory) continue;
    required.add(option);
    option.mandatory = false;
  }
  return required;
}

/** Every required option of the command that is about to run has a value by now, from whatever place. */
export function requireOptions(program: Command, running: Command, required: ReadonlySet<Option>): void {
  for (const { command, option, variable } of namedOptions(program)) {
    if (command !== running || !required.has(option)) continue;
    if (command.getOptionValue(option.attributeName()) !== undefined) continue;
    throw new CliFault(
      'usage',
      `required option '${option.flags}' (or ${variable}) not specified (--help shows how it is used)`,
    );
  }
}

function lineOf(running: Command): readonly Command[] {
  const line: Command[] = [];
  for (let each: Command | null = running; each !== null; each = each.parent) line.push(each);
  return line;
}

function set({ command, option }: NamedOption, value: unknown, source: 'env' | 'config'): void {
  command.setOptionValueWithSource(option.attributeName(), value, source);
}

const truth: Readonly<Record<string, boolean>> = { '1': true, true: true, '0': false, false: false };

function fromText(named: NamedOption, text: string, where: string): unknown {
  const { option } = named;
  if (option.isBoolean() || option.negate) {
    const value = truth[text.toLowerCase()];
    if (value === undefined)
      throw new CliFault('usage', `${where} is true or false (or 1 or 0); correct it.`);
    return value;
  }
  return option.variadic
    ? text.split(',').map((each) => parsed(named, each, where))
    : parsed(named, text, where);
}

function fromConfig(named: NamedOption, value: unknown, { path }: ConfigFile): unknown {
  const { option } = named;
  const where = `${named.configPath.join('.')} in the config file`;
  if (Array.isArray(value)) return value.map((each) => parsed(named, String(each), where));
  if (typeof value === 'boolean') return value;
  const text = String(value);
  const isPath = pathOptions.has(option.name()) && !/^[a-z][a-z0-9+.-]*:/i.test(text);
  return parsed(named, isPath ? resolve(dirname(path), text) : text, where);
}

/** The flag's own parser, whose fault then says in which place the value stands. */
function parsed({ option }: NamedOption, text: string, where: string): unknown {
  if (option.parseArg === undefined) return text;
  try {
    return option.parseArg(text, undefined);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const choices = option.argChoices === undefined ? '' : ` (one of ${option.argChoices.join(', ')})`;
    throw new CliFault(
      'usage',
      `${where} has a value that ${option.long} does not take${choices}; correct it.`,
    );
  }
}
