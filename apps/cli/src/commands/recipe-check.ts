import {
  type Content,
  parseSiteRecipe,
  problemAt,
  renderPlan,
  type SiteRecipe,
  signInSurface,
} from '@cux/content-ops';
import { randomIds } from '@cux/kernel';
import type { Provider } from '@cux/provider-sdk';
import { CliFault } from '../cli-fault.ts';
import { answer, type Output } from '../output.ts';
import { checkAtSite } from '../recipe-check/check-at-site.ts';
import { type CheckLine, linesOf, problemLine, reportOf } from '../recipe-check/check-report.ts';
import { probeContent } from '../recipe-check/probe-content.ts';
import { signIn } from '../recipe-check/sign-in.ts';
import type { SiteTrial } from '../recipe-check/try-site.ts';
import { WatchedWrites } from '../recipe-check/watched-writes.ts';
import { textOfFile } from './text-of-file.ts';

export interface RecipeCheckFlags {
  readonly url?: string;
  readonly account?: string;
  readonly content?: string;
  readonly passwordFile?: string;
  readonly press: boolean;
}

export interface RecipeCheckSurroundings {
  readonly provider: () => Promise<Provider>;
  /** Asks the person at the terminal; null where nobody is there. */
  readonly askPassword: ((account: string) => Promise<string>) | null;
  readonly signal: AbortSignal;
}

/** Reads a recipe, and tries it on the live site when one is named. Answers whether it holds. */
export async function recipeCheck(
  output: Output,
  file: string,
  flags: RecipeCheckFlags,
  surroundings: RecipeCheckSurroundings,
): Promise<boolean> {
  const text = textOfFile(file, 'FILE');
  const verdict = parseSiteRecipe(text);
  const writes = new WatchedWrites();
  const checks: CheckLine[] = [];
  if (!verdict.ok) checks.push(...verdict.problems.map(problemLine));
  else {
    const read = `the recipe ${verdict.recipe.name} ${verdict.recipe.version} is read and sound by itself`;
    checks.push({ check: 'recipe.read', ok: true, message: read, place: null });
    if (flags.url !== undefined) {
      const placeOf = (path: readonly PropertyKey[]) => problemAt(text, path, 'recipe.place', '');
      checks.push(
        ...(await tried(verdict.recipe, originOf(flags.url), { flags, surroundings, writes, placeOf })),
      );
    }
  }
  const report = reportOf(checks, writes.list());
  answer(output, report, linesOf(file, report));
  return report.ok;
}

interface Trying {
  readonly flags: RecipeCheckFlags;
  readonly surroundings: RecipeCheckSurroundings;
  readonly writes: WatchedWrites;
  readonly placeOf: (path: readonly PropertyKey[]) => CheckLine['place'];
}

async function tried(recipe: SiteRecipe, origin: string, trying: Trying): Promise<readonly CheckLine[]> {
  const { flags, surroundings, writes, placeOf } = trying;
  const { signal } = surroundings;
  const trial = { provider: await surroundings.provider(), writes, viewport: recipe.viewport, signal };
  const account = flags.account ?? '';
  const mark = randomIds.next('key').slice(-8);
  const content = flags.content === undefined ? probeContent(recipe, mark) : readContent(flags.content);
  const input = { recipe, origin, account, content, press: flags.press, placeOf };
  if (recipe.sign_in === null) return checkAtSite(trial, { ...input, storedSession: null });
  const storedSession = await signedIn(trial, recipe, origin, trying);
  if (storedSession === null) return [notSignedIn(placeOf)];
  const line = { check: 'sign-in', ok: true, message: `signed in, and seen to be ${account}`, place: null };
  return [line, ...(await checkAtSite(trial, { ...input, storedSession }))];
}

function notSignedIn(placeOf: Trying['placeOf']): CheckLine {
  return {
    check: 'sign-in',
    ok: false,
    message:
      'the account is not seen to be signed in; look at form, human_rules and signed_in, and at the password',
    place: placeOf(['sign_in']),
  };
}

async function signedIn(
  trial: SiteTrial,
  recipe: SiteRecipe,
  origin: string,
  { flags, surroundings }: Trying,
): Promise<Uint8Array | null> {
  const { account } = flags;
  if (account === undefined)
    throw new CliFault('usage', 'The site asks to sign in; name the account with --account.');
  const form = recipe.sign_in?.form;
  const surface = signInSurface({ recipe, site: { origin, account } });
  const check = renderPlan(recipe, {
    phase: 'sign_in',
    origin,
    account,
    item: null,
    content: {},
    evidence: [],
  });
  if (form === undefined || surface === null || !check.ok) {
    throw new CliFault(
      'refused',
      'The recipe does not say where a person types; add sign_in.form with account, secret and submit.',
    );
  }
  const password = await passwordFor(account, flags, surroundings);
  return signIn(trial, {
    startUrl: surface.start_url,
    origin,
    account,
    form,
    humanRules: surface.human_rules,
    check: check.plan,
    password,
    wallPaths: recipe.sign_in?.wall_paths ?? [],
  });
}

async function passwordFor(
  account: string,
  { passwordFile }: RecipeCheckFlags,
  { askPassword }: RecipeCheckSurroundings,
): Promise<string> {
  if (passwordFile !== undefined) return textOfFile(passwordFile, '--password-file').replace(/\r?\n$/, '');
  if (askPassword !== null) return askPassword(account);
  throw new CliFault(
    'needs_a_person',
    'Nobody is at the terminal to type the password; name a file with --password-file.',
  );
}

function originOf(url: string): string {
  if (URL.canParse(url) && /^https?:/.test(url)) return new URL(url).origin;
  throw new CliFault('usage', 'The address of --url is not one; write it as https://site.example.');
}

function readContent(path: string): Content {
  const fault = new CliFault(
    'usage',
    'The file of --content has to hold one JSON object of texts; correct it.',
  );
  let value: unknown;
  try {
    value = JSON.parse(textOfFile(path, '--content'));
  } catch (error) {
    throw CliFault.isInstance(error) ? error : fault;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault;
  const fields = Object.entries(value).map(([name, field]) => {
    if (typeof field !== 'string') throw fault;
    return [name, field] as const;
  });
  return Object.fromEntries(fields);
}
