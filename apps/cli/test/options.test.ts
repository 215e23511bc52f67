import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { configSchema } from '../src/options/config-schema.ts';
import { isInConfig, type NamedOption, namedOptions } from '../src/options/option-names.ts';
import { createProgram } from '../src/program.ts';
import { cuxHere } from './cux-here.ts';
import { temporaryFolder } from './state-folder.ts';

const silent = { write: () => {}, writeError: () => {}, environment: {}, interactive: false } as const;
const everyOption = namedOptions(createProgram(silent));
const nameOf = ({ path, option }: NamedOption): string => `${path} ${option.long}`.trim();

/** Values of an option, by flag, variable and config file: the one that counts never equals the one it goes before. */
function valuesOf(option: Option): readonly [string | boolean, string | boolean, string | boolean] {
  if (isSwitch(option)) return [!option.negate, option.negate, !option.negate];
  const [first = '', second = first, third = second] = option.argChoices ?? ['11', '12', '13'];
  return [first, second, third];
}

const isSwitch = (option: Option): boolean => option.isBoolean() || option.negate;

/** What a command is given as its arguments, so that it runs at all. */
function argumentsOf(command: Command): readonly string[] {
  return command.registeredArguments.flatMap(({ required, argChoices }) =>
    required ? [argChoices?.[0] ?? 'x'] : [],
  );
}

/** What an option comes to when it stands in these places; nothing else of the command is run. */
async function resolved(
  wanted: NamedOption,
  places: { readonly flag?: boolean; readonly variable?: boolean; readonly config?: boolean },
  folder: string,
): Promise<unknown> {
  const { option, path, variable, configPath } = wanted;
  const [flag, text, configured] = valuesOf(option);
  const member = option.variadic ? [configured] : configured;
  const value = configPath.reduceRight<unknown>((inner, key) => ({ [key]: inner }), member);
  writeFileSync(join(folder, 'cux.json'), JSON.stringify(places.config === true ? value : {}));
  const environment = places.variable === true ? { [variable]: String(text) } : {};
  const program = createProgram({ ...silent, environment, folder });
  const words = path === '' ? ['doctor'] : path.split(' ');
  let command: Command = program;
  for (const word of words) command = command.commands.find((each) => each.name() === word) ?? command;
  let answer: unknown;
  command.action(() => {
    answer = (path === '' ? program : command).getOptionValue(option.attributeName());
  });
  const others = command.options.filter((each) => each.long !== option.long && isRequired(each));
  const given = [
    ...words,
    ...argumentsOf(command),
    ...others.flatMap((each) => [String(each.long), 'x']),
    ...(places.flag === true
      ? isSwitch(option)
        ? [String(option.long)]
        : [String(option.long), String(flag)]
      : []),
  ];
  await program.parseAsync(given, { from: 'user' });
  return option.variadic && Array.isArray(answer) ? answer[0] : answer;
}

const required: ReadonlySet<string> = new Set(['to', 'jsonl', 'out']);
const isRequired = (option: Option): boolean => required.has(option.name());

/** A path in the config file starts from the file's own folder. */
function same(answer: unknown, wanted: string | boolean, folder: string): boolean {
  if (typeof wanted === 'boolean') return answer === wanted;
  return answer === wanted || answer === join(folder, String(wanted)) || answer === Number(wanted);
}

describe('an option that npm has taken, as no -- stands before it', () => {
  const npm = { npm_lifecycle_event: 'cux', npm_config_user_agent: 'npm/11' };

  it.for([
    { words: ['quota', 's'], set: { npm_config_state: 'true' }, says: '--state' },
    { words: ['content', 'draft', 'x'], set: { npm_config_wait: '' }, says: '--no-wait' },
    { words: ['gate'], set: { npm_config_whole: 'true', npm_config_all: 'true' }, says: '--all and --whole' },
  ])('is told, and nothing is done: $says', async ({ words, set, says }) => {
    const end = await cuxHere(words, { ...npm, ...set });
    expect(end).toMatchObject({ code: 2, output: '' });
    expect(end.errors).toContain(`npm has taken ${says} for itself: write -- before what is for cux`);
  });

  it('is told where it is only the form of the answer, and the command goes on', async () => {
    const end = await cuxHere(['contract', 'rules'], { ...npm, npm_config_json: 'true' });
    expect(end.code).toBe(0);
    expect(end.errors).toContain('"npm run cux -- … --json"');
  });

  it.for([
    {
      because: 'it stands behind --, too',
      words: ['contract', 'rules', '--json'],
      set: { ...npm, npm_config_json: 'true' },
    },
    {
      because: 'another script runs',
      words: ['contract', 'rules'],
      set: { npm_lifecycle_event: 'test', npm_config_json: 'true' },
    },
    {
      because: 'npm knows colours itself',
      words: ['contract', 'rules'],
      set: { ...npm, npm_config_color: '' },
    },
    { because: 'npm has set it off', words: ['contract', 'rules'], set: { ...npm, npm_config_json: '' } },
  ])('is not told where $because', async ({ words, set }) => {
    expect(await cuxHere(words, set)).toMatchObject({ code: 0, errors: '' });
  });
});

describe('every option', () => {
  let folder: string;

  it('has a variable and a place in the config file of its own', () => {
    const variables = everyOption.map(({ variable }) => variable);
    expect(new Set(variables).size).toBe(variables.length);
    const places = everyOption.map(({ configPath }) => configPath.join('\n'));
    expect(new Set(places).size).toBe(places.length);
    for (const variable of variables) expect(variable).toMatch(/^CUX_[A-Z][A-Z0-9_]*$/);
  });

  it.for(everyOption.map((option) => [nameOf(option), option] as const))('%s', async ([, option], test) => {
    folder = temporaryFolder(test);
    // What --config names has to be there.
    for (const name of ['11', '12']) writeFileSync(join(folder, name), '{}');
    const [flag, variable, config] = valuesOf(option.option);
    const rows = [
      {
        places: { flag: true, variable: true, config: isInConfig(option) },
        value: flag,
        because: 'the flag is nearest',
      },
      {
        places: { variable: true, config: isInConfig(option) },
        value: variable,
        because: 'a variable comes before the file',
      },
      ...(isInConfig(option)
        ? [{ places: { config: true }, value: config, because: 'the file comes before the default' }]
        : []),
    ];
    for (const { places, value, because } of rows) {
      const answer = await resolved(option, places, folder);
      expect(same(answer, value, folder), `${because}: ${String(answer)}`).toBe(true);
    }
  });
});

describe('the config file', () => {
  it('is the nearest one, above included, and its paths start from its own folder', async (test) => {
    const folder = temporaryFolder(test);
    writeFileSync(join(folder, 'cux.json'), JSON.stringify({ state: 'private' }));
    mkdirSync(join(folder, 'a', 'b'), { recursive: true });
    const program = createProgram({ ...silent, folder: join(folder, 'a', 'b') });
    let state: unknown;
    program.commands
      .find((each) => each.name() === 'doctor')
      ?.action(() => {
        state = program.getOptionValue('state');
      });
    await program.parseAsync(['doctor'], { from: 'user' });
    expect(state).toBe(join(folder, 'private'));
  });

  const mistakes = [
    { text: '{', place: '1:', because: 'it is no JSON' },
    { text: '{\n  "stat": ".cux"\n}', place: '2:3', because: 'no option is called so' },
    { text: '{"state": true}', place: '1:', because: 'a folder is no switch' },
    {
      text: '{"commands": {"gate list": {"al": true}}}',
      place: '1:',
      because: 'the command has no such option',
    },
    { text: '{"state": "a", "state": "b"}', place: '1:16', because: 'nobody can say which is meant' },
    {
      text: '{"notifications": [{"name": "x", "kind": "pigeon"}]}',
      place: '1:',
      because: 'there is no such kind',
    },
  ];
  it.for(mistakes)('is refused where $because, with line and column', async ({ text, place }, test) => {
    const folder = temporaryFolder(test);
    const path = join(folder, 'cux.json');
    writeFileSync(path, text);
    const end = await cuxHere(['--config', path, 'todo', 'list']);
    expect(end.code).toBe(2);
    expect(end.errors).toContain(`cux.json:${place}`);
    expect(end.errors.trim().split('\n')).toHaveLength(1);
  });

  it.for([
    ['CUX_GATE_LIST_ALL', 'perhaps'],
    ['CUX_RETENTION_DAYS', 'a week'],
    ['CUX_JSON', 'yes'],
  ])('says which variable has no value that its option takes: %s', async ([variable = '', value = '']) => {
    const words = variable === 'CUX_RETENTION_DAYS' ? ['vault', 'sweep'] : ['gate', 'list'];
    const end = await cuxHere(words, { [variable]: value });
    expect(end.code).toBe(2);
    expect(end.errors).toContain(variable);
    expect(end.errors).not.toContain(value);
  });

  it('has a schema that knows every option', () => {
    const schema = configSchema(createProgram(silent));
    expect(schema.safeParse({ commands: { 'vault sweep': { days: 5 } }, json: true }).success).toBe(true);
    expect(schema.safeParse({ commands: { 'vault sweep': { weeks: 5 } } }).success).toBe(false);
    expect(schema.safeParse({ config: 'x' }).success).toBe(false);
  });
});
