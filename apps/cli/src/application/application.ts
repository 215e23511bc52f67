import type { PublishingRules, PublishingSite, SiteRecipe } from '@cux/content-ops';
import type { Principal } from '@cux/contracts';
import type { Host } from '@cux/runtime';
import type { Output } from '../output.ts';
import type { OpenState } from '../state/open-state.ts';

/** An application folder at work: its state, its rules, and a host over both. */
export interface Application {
  readonly state: OpenState;
  readonly workspace: string;
  readonly rules: PublishingRules;
  readonly recipes: readonly SiteRecipe[];
  readonly host: Host;
  /** This life of this command, by which it is asked what only it can show. */
  readonly processId: string;
  /** The workspace is `zdr`: what is seen ends with this command. */
  readonly nothingKept: boolean;
  readonly providerId: string;
  /** Who is at the terminal: owns what they add, and decides. Not theirs to choose. */
  readonly person: Principal;
  /** The agent in whose name the work is done. */
  readonly agent: Principal;
  readonly output: Output;
}

/** The recipe of a site of the rules; the application does not open without one. */
export function recipeOf({ recipes }: Application, site: PublishingSite): SiteRecipe | null {
  return recipes.find(({ name }) => name === site.recipe) ?? null;
}
