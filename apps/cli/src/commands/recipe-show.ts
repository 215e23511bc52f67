import { shippedRecipes } from '@cux/content-ops';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import { answer, type Output } from '../output.ts';

/** Writes a shipped recipe, or says which there are. */
export function recipeShow(output: Output, name: string | undefined): void {
  if (name === undefined) {
    const known = shippedRecipes.map(({ name: own, version, describes }) => ({
      name: own,
      version,
      describes,
    }));
    answer(
      output,
      known,
      known.map((recipe) => `${recipe.name} ${recipe.version}  ${recipe.describes}`),
    );
    return;
  }
  const recipe = shippedRecipes.find((candidate) => candidate.name === name);
  if (recipe === undefined) {
    throw new CliFault('not_found', `No shipped recipe has that name; "${cux`recipe show`}" lists them.`);
  }
  output.write(`${JSON.stringify(recipe, null, 2)}\n`);
}
