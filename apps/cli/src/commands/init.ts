import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import {
  parsePublishingRules,
  publishingRulesSchema,
  type SiteRecipe,
  shippedRecipes,
  siteRecipeSchema,
  usualRules,
} from '@cux/content-ops';
import { originSchema } from '@cux/contracts';
import { createKernel, randomIds, systemClock } from '@cux/kernel';
import { actionPolicySchema, askBeforeEffects } from '@cux/policy';
import { personAtTerminal } from '@cux/runtime';
import { openSqliteStore } from '@cux/store-sqlite';
import { loadVaultKey, makeFolder } from '@cux/vault';
import { z } from 'zod';
import { defaultWorkspace } from '../application/people.ts';
import { readRecipes } from '../application/read-rules.ts';
import { CliFault } from '../cli-fault.ts';
import { cuxIn } from '../next-command.ts';
import { configName } from '../options/config-file.ts';
import { answer, type Output } from '../output.ts';
import { withProgress } from '../progress.ts';
import { fetchRelease } from '../providers/fetch-release.ts';
import { openRegistry, releasesFolder } from '../providers/open-registry.ts';
import { retentionWords, setRetention, type WantedRetention } from './retention.ts';
import { sampleContent } from './sample-content.ts';

export interface InitAnswers {
  readonly origin: string;
  readonly account: string;
  readonly recipe: string;
}

export interface InitOptions extends Partial<InitAnswers> {
  readonly folder: string;
  /** The JSON Schema of the config file. */
  readonly configSchema: unknown;
  readonly vaultKey: string | undefined;
  /** What the workspace does with what is seen; as it is, or standard in a new folder, when left out. */
  readonly retention?: WantedRetention | undefined;
  /** Asks a person for what is missing; null where nobody is at a terminal. */
  readonly ask: InitQuestions | null;
}

/** The recipe that a site asks for by what it says of itself; null where it says nothing that is known. */
type SaidBySite = 'wordpress' | 'wordpress-permalinks' | 'no answer' | null;

export interface InitQuestions {
  origin(): Promise<string>;
  recipe(recipes: readonly SiteRecipe[], said: SaidBySite): Promise<string>;
  account(): Promise<string>;
}

/**
 * Makes an application folder: the config file with the schema that an editor completes it by, publishing rules, action
 * policy, and the private state. What is there already is left exactly as it is, so that a second run only adds what is missing.
 */
export async function init(output: Output, options: InitOptions): Promise<void> {
  const folder = resolve(options.folder);
  const answers = await complete(options, folder);
  const made: string[] = [];
  const kept: string[] = [];
  for (const [name, text] of filesOf(answers, options.configSchema)) {
    (writeNew(join(folder, name), text) ? made : kept).push(name);
  }
  const state = join(folder, '.cux');
  const retention = await makeState(state, options.vaultKey, options.retention);
  const here = relative('', folder);
  const provider = await firstProvider(output, state, here);
  answer(output, { folder, made, kept, provider }, [
    ...made.map((name) => `made ${name}`),
    ...kept.map((name) => `kept ${name}, which was there`),
    ...(kept.includes(rulesName) ? withoutEffect(join(folder, rulesName), answers) : []),
    ...(retention === null ? [] : [`retention ${retention}`]),
    provider.line,
    `Next: ${cuxIn(here, 'doctor')}`,
    `Then: ${cuxIn(here, 'content add', 'content/hello.md')}`,
  ]);
}

async function complete({ ask, ...given }: InitOptions, folder: string): Promise<InitAnswers> {
  const origin = originOf(given.origin ?? (await need(ask, '--origin').origin()));
  const recipe =
    given.recipe === undefined ? await recipeOfSite(ask, origin) : knownRecipe(given.recipe, folder);
  const account = given.account ?? (await need(ask, '--account').account());
  return { origin, recipe, account };
}

/** Without anybody to ask, what the site says of itself is taken. */
async function recipeOfSite(ask: InitQuestions | null, origin: string): Promise<string> {
  const said = await askSite(origin);
  if (ask !== null) return ask.recipe(shippedRecipes, said);
  if (said !== null && said !== 'no answer') return said;
  throw new CliFault(
    'usage',
    said === 'no answer'
      ? `${origin} does not answer, so what kind of site it is cannot be seen: start it, correct --origin, or give --recipe with one of ${recipeNames(shippedRecipes)}.`
      : `The site does not say which of these it is: give --recipe with one of ${recipeNames(shippedRecipes)}.`,
  );
}

/** One that cux brings, or of the folder that is filled; a name that nobody knows would fail only when something is drafted. */
function knownRecipe(name: string, folder: string): string {
  const own = join(folder, 'recipes');
  const recipes = readRecipes(existsSync(own) ? own : undefined);
  if (recipes.some((recipe) => recipe.name === name)) return name;
  throw new CliFault(
    'usage',
    `There is no recipe of that name: give --recipe with one of ${recipeNames(recipes)}, or put one of your own into the folder recipes first.`,
  );
}

function recipeNames(recipes: readonly SiteRecipe[]): string {
  return recipes.map(({ name }) => name).join(', ');
}

/** What was answered now and stands otherwise in rules that were there: they hold, and the answer changes nothing. */
function withoutEffect(path: string, answers: InitAnswers): readonly string[] {
  const verdict = parsePublishingRules(readFileSync(path, 'utf8'));
  const sites = verdict.ok ? verdict.rules.sites : [];
  const isThere = sites.some(
    ({ origin, account, recipe }) =>
      origin === answers.origin && account === answers.account && recipe === answers.recipe,
  );
  if (isThere) return [];
  return [
    `NO  ${rulesName} was there and holds: it does not name ${answers.recipe} at ${answers.origin} as ${answers.account}, and what you said changes nothing. Edit it, or begin in another folder.`,
  ];
}

function need(ask: InitQuestions | null, flag: string): InitQuestions {
  if (ask !== null) return ask;
  throw new CliFault(
    'usage',
    `Nobody can be asked here: give ${flag} (--origin, --recipe and --account say it all).`,
  );
}

/** Only scheme, host and port: `https://blog.example/` is what a person copies. */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const parsed = originSchema.safeParse(url?.origin ?? text);
  if (parsed.success && url?.username === '' && url.password === '') return parsed.data;
  throw new CliFault(
    'usage',
    'The site is named by its origin, for example https://blog.example; correct --origin.',
  );
}

/** What WordPress says of its own interface, in the head of its first page; null when it is none. */
async function askSite(origin: string): Promise<SaidBySite> {
  try {
    const response = await fetch(`${origin}/`, { redirect: 'manual', signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    const link = /<([^>]*)>;\s*rel="https:\/\/api\.w\.org\/"/.exec(response.headers.get('link') ?? '')?.[1];
    if (link === undefined) return null;
    return link.includes('rest_route=') ? 'wordpress' : 'wordpress-permalinks';
  } catch {
    return 'no answer';
  }
}

function filesOf(answers: InitAnswers, configSchema: unknown): readonly (readonly [string, string])[] {
  return [
    [
      configName,
      json({
        $schema: './schemas/cux.schema.json',
        state: '.cux',
        workspace: defaultWorkspace,
        rules: rulesName,
        policy: 'action-policy.json',
        recipes: 'recipes',
        provider: 'playwright',
      }),
    ],
    [rulesName, json(usualRules('cux-agent', { id: 'site', ...answers }))],
    ['action-policy.json', json(askBeforeEffects)],
    ...generatedSchemas(configSchema),
    ['recipes/.gitkeep', ''],
    ['content/hello.md', sampleContent(answers.recipe)],
    ['.gitignore', ignored],
  ];
}

/** What an editor completes by: generated from this very cux, and made anew when it is another one. */
export function generatedSchemas(configSchema: unknown): readonly (readonly [string, string])[] {
  const schemaOf = (schema: z.ZodType) =>
    json(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return [
    ['schemas/cux.schema.json', json(configSchema)],
    ['schemas/action-policy.schema.json', schemaOf(actionPolicySchema)],
    ['schemas/publishing-rules.schema.json', schemaOf(publishingRulesSchema)],
    ['schemas/site-recipe.schema.json', schemaOf(siteRecipeSchema)],
  ];
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** False where there is something of that name already; it is not looked into. */
function writeNew(path: string, text: string): boolean {
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw new CliFault(
      'refused',
      'The folder cannot be written to; choose another one, or correct its rights.',
    );
  }
}

/** Chromium, where this machine has one; what is missing is for the doctor to say again. */
async function firstProvider(
  output: Output,
  state: string,
  here: string,
): Promise<{ readonly ready: boolean; readonly line: string }> {
  const registry = openRegistry({ folder: state });
  const wish = { source: firstProviderName, config: {}, confinement: 'enforced' } as const;
  if ((await registry.find(firstProviderName)) === null) {
    const { source } = await fetchRelease(releasesFolder({ folder: state }), wish);
    const outcome = await withProgress(output, 'looking for a browser', () => registry.install(source));
    if (outcome.kind === 'refused') {
      return {
        ready: false,
        line: `NO  provider ${firstProviderName}: ${outcome.message} Then: ${cuxIn(here, `provider install ${firstProviderName}`)}`,
      };
    }
  }
  return { ready: true, line: `ok  provider ${firstProviderName} is installed` };
}

/** Of an application folder: what is private, and what holds a secret in the hands of those who keep it in a file. */
const ignored = `# Store, vault and its key, evidence: private, and of this machine alone.
.cux/
# A key or an address with a password, kept in a file.
.env
.env.*
!.env.example
*.key
*.sqlite
*.sqlite-*
`;

/** Whatever a folder around it ignores or does not, and whatever the state is called: nothing of it is for a repository. */
const allIgnored = '# Private: nothing of a state folder belongs into a repository.\n*\n';

const rulesName = 'publishing-rules.json';
const firstProviderName = 'playwright';

/** The private part: store, key of the vault, and where provider sessions work. */
async function makeState(
  folder: string,
  vaultKey: string | undefined,
  retention: WantedRetention | undefined,
): Promise<string | null> {
  makeFolder(folder);
  writeNew(join(folder, '.gitignore'), allIgnored);
  makeFolder(join(folder, 'working'));
  const directory = join(folder, 'vault');
  await loadVaultKey({ text: vaultKey, file: join(folder, 'vault.key'), directory });
  const store = await openSqliteStore({ path: join(folder, 'cux.sqlite'), writer: 'caller' });
  const kernel = createKernel({ store, clock: systemClock, ids: randomIds, capabilities: [] });
  try {
    if (retention === undefined) return null;
    const person = personAtTerminal();
    return retentionWords(await setRetention(kernel, { workspace: defaultWorkspace, person, retention }));
  } finally {
    await kernel.close();
  }
}
