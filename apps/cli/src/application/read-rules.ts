import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type PublishingRules,
  parsePublishingRules,
  parseSiteRecipe,
  type SiteRecipe,
  shippedRecipes,
} from '@cux/content-ops';
import type { PolicyDecider } from '@cux/policy';
import { CliFault } from '../cli-fault.ts';
import { cuxAlone } from '../next-command.ts';
import { firstProblem } from '../options/config-file.ts';
import { policyFromText } from './policy-file.ts';

/** The publishing rules. A mistake is told with its line and column. */
export function readRules(path: string): PublishingRules {
  const verdict = parsePublishingRules(readText(path, 'publishing rules', '--rules'));
  if (verdict.ok) return verdict.rules;
  throw unfit(path, verdict.problems);
}

/** What decides on actions: the policy file's rules, built-in or Cedar. A mistake is told with its line and column. */
export async function readPolicy(path: string): Promise<PolicyDecider> {
  const reading = await policyFromText(path, readText(path, 'action policy', '--policy'));
  if (reading.ok) return reading.policy;
  throw unfit(path, reading.problems);
}

/** The recipes that cux brings, and those of the folder; two of one name are refused, as nobody could say which is meant. */
export function readRecipes(folder: string | undefined): readonly SiteRecipe[] {
  if (folder === undefined) return shippedRecipes;
  const own = recipeFiles(folder).map((path) => {
    const verdict = parseSiteRecipe(readText(path, 'recipe', '--recipes'));
    if (!verdict.ok) throw unfit(path, verdict.problems);
    return verdict.recipe;
  });
  const all = [...shippedRecipes, ...own];
  const twice = all.find(({ name }, index) => all.findIndex((each) => each.name === name) !== index);
  if (twice === undefined) return all;
  throw new CliFault(
    'refused',
    `Two recipes are called ${twice.name}; rename the one in the recipes folder.`,
  );
}

function recipeFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    throw new CliFault(
      'usage',
      'The folder that --recipes or CUX_RECIPES names cannot be read; check its path.',
    );
  }
}

function readText(path: string, what: string, flag: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new CliFault(
      'state_missing',
      `The ${what} cannot be read: run "${cuxAlone('init my-site')}", or name the file with ${flag}.`,
    );
  }
}

function unfit(path: string, problems: Parameters<typeof firstProblem>[1]): CliFault {
  return new CliFault('refused', firstProblem(path, problems));
}
