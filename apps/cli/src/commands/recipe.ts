import type { Command } from 'commander';
import { ownBrowser } from '../application/chosen-provider.ts';
import { CliFault } from '../cli-fault.ts';
import type { CommandContext } from '../command-context.ts';
import type { RecipeCheckFlags } from './recipe-check.ts';

const checkHelp = `
Without --url the file alone is read. With it the recipe is tried on the live site behind the effect guard: sign in, draft,
open the draft again up to the final action, read back. A text made up for the check is saved as a draft there (or that of
--content); nothing is approved, so no permit is armed and nothing can be published. Every write that the site tries is
named with the rule that let it pass, the permit rule that an approval would arm for it, or a rule for it to copy.
--press presses the final action as well; the guard blocks what it sends, and it is named. Do not use it on a site that
publishes on a mere GET: no guard can see that. docs/recipes.md shows how a recipe is written.`;

/** `cux recipe …`: site recipes, before they are used. Opens no state and changes none. */
export function addRecipe(program: Command, context: CommandContext): void {
  const { output, surroundings } = context;
  const recipe = program
    .command('recipe')
    .description('site recipes: how an application is used to draft and publish');
  recipe
    .command('check <file>')
    .description('say whether a recipe is sound, and whether it holds on a live site')
    .option('--url <origin>', 'try it on this site')
    .option('--account <name>', 'the account to sign in as')
    .option('--password-file <file>', 'its password, instead of a question')
    .option('--content <file>', 'content to draft, as JSON')
    .option('--press', 'press the final action too, behind the guard', false)
    .addHelpText('after', checkHelp)
    .action(async (file: string, flags: RecipeCheckFlags) => {
      const { recipeCheck } = await import('./recipe-check.ts');
      const holds = await recipeCheck(output(), file, flags, {
        provider: () => ownBrowser(context),
        askPassword: surroundings.interactive ? askPassword : null,
        signal: new AbortController().signal,
      });
      if (!holds) throw new CliFault('refused', 'The recipe does not hold; what is missing is said above.');
    });
  recipe
    .command('show [name]')
    .description('write a shipped recipe as JSON, to begin another from; without a name, list them')
    .action(async (name?: string) => {
      const { recipeShow } = await import('./recipe-show.ts');
      recipeShow(output(), name);
    });
}

async function askPassword(account: string): Promise<string> {
  const { password } = await import('@inquirer/prompts');
  return password({ message: `Password of ${account} on the site (goes to its page and nowhere else)` });
}
