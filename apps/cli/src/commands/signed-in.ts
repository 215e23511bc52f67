import { existsSync } from 'node:fs';
import { type PublishingRules, type PublishingSite, type SiteRecipe, siteFor } from '@cux/content-ops';
import { everyPage, hasStoredSession, storedContent } from '@cux/runtime';
import { readRecipes, readRules } from '../application/read-rules.ts';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import type { OpenState } from '../state/open-state.ts';

/** Which items have to wait for a sign-in before they can be drafted. */
export interface SignIns {
  /** The command by which a person signs in first; null where drafting may begin, and where nobody can tell. */
  before(recordId: string): Promise<string | null>;
}

/** Looks at rules, recipes and gates once for as many items as are asked about. Contacts no site, and makes no vault by looking. */
export function signInsOf(state: OpenState, workspace: string): SignIns {
  let read: Promise<Asked | null> | undefined;
  const needed = new Map<string, Promise<boolean>>();
  return {
    async before(recordId) {
      read ??= askedOf(state, workspace);
      const asked = await read;
      if (asked === null) return null;
      const { rules, recipes } = asked;
      const site = siteFor(
        rules,
        rules.sites.length === 1 ? undefined : await siteOf(state, workspace, recordId),
      );
      if (site === null || (recipes.find(({ name }) => name === site.recipe)?.sign_in ?? null) === null)
        return null;
      const present = needed.get(site.id) ?? isSignedIn(state, workspace, site);
      needed.set(site.id, present);
      if (await present) return null;
      return rules.sites.length === 1 ? cux`session enrol` : cux`session enrol --site ${site.id}`;
    },
  };
}

/** What an item whose draft comes next goes on with. */
export function nextDraft(recordId: string, signIn: string | null): string {
  const draft = cux`content draft ${recordId}`;
  return signIn === null ? `Next: ${draft}` : `Next: ${signIn}, as the site asks to sign in; then ${draft}`;
}

interface Asked {
  readonly rules: PublishingRules;
  readonly recipes: readonly SiteRecipe[];
}

/** Null where no rules can be read, as in the state of another program, and where no session is kept. */
async function askedOf({ kernel, location }: OpenState, workspace: string): Promise<Asked | null> {
  if ((await kernel.retention(workspace)).kind === 'zdr') return null;
  try {
    return { rules: readRules(location.rules), recipes: readRecipes(location.recipes) };
  } catch (error) {
    if (CliFault.isInstance(error)) return null;
    throw error;
  }
}

async function siteOf(
  { vault, location }: OpenState,
  workspace: string,
  recordId: string,
): Promise<string | undefined> {
  if (!existsSync(location.vault)) return undefined;
  return (await storedContent(vault, workspace, recordId))?.site;
}

/** Whether a person has approved the use of the site's account, and its session is in the vault. What the site still knows of it is the site's. */
async function isSignedIn(
  { kernel, vault }: OpenState,
  workspace: string,
  { account, origin }: Pick<PublishingSite, 'account' | 'origin'>,
): Promise<boolean> {
  const pages = everyPage(
    (page) => kernel.gates(workspace, { statuses: ['open'], ...page }),
    ({ gate_id }) => gate_id,
  );
  for await (const gates of pages) {
    for (const { kind, subject } of gates) {
      if (kind !== 'standing' || !('account' in subject)) continue;
      if (subject.account !== account || subject.origin !== origin) continue;
      if (await hasStoredSession(vault, workspace, subject)) return true;
    }
  }
  return false;
}
