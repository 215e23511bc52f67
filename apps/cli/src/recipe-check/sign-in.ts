import type { SiteRecipe } from '@cux/content-ops';
import type { Plan, WriteRule } from '@cux/contracts';
import { systemClock } from '@cux/kernel';
import { rehearsePlan } from '@cux/provider-sdk';
import { signInByForm } from '@cux/runtime';
import { type SiteTrial, withEngine } from './try-site.ts';

type SignInForm = NonNullable<NonNullable<SiteRecipe['sign_in']>['form']>;

export interface SignInInput {
  readonly startUrl: string;
  readonly origin: string;
  readonly account: string;
  readonly form: SignInForm;
  readonly humanRules: readonly WriteRule[];
  /** Looks whether the account is signed in. */
  readonly check: Plan;
  readonly password: string;
  readonly wallPaths: readonly string[];
}

/** Types as the person would, under the guard's human profile, and looks whether it has worked. Null: it has not. */
export function signIn(trial: SiteTrial, input: SignInInput): Promise<Uint8Array | null> {
  const { startUrl, origin, humanRules, check } = input;
  return withEngine(trial, null, async (guard, session) => {
    guard.configure({ allowed_origins: [origin], write_rules: [] });
    guard.enterHuman(humanRules);
    try {
      await session.surface.open(startUrl, 30_000);
      const takeover = await session.surface.takeover();
      const { form, account, password, wallPaths } = input;
      await signInByForm(takeover, form, {
        account,
        secret: async () => password,
        wallPaths,
        signal: trial.signal,
      });
      await takeover.release();
    } finally {
      guard.leaveHuman();
    }
    const { provider, signal } = trial;
    const { receipt } = await rehearsePlan({
      providerId: provider.providerId,
      plan: { ...check, action_unit: 'inspect_screen' },
      session,
      guard,
      clock: systemClock,
      signal,
    });
    return receipt.stop_reason === 'completed' ? session.exportStoredSession() : null;
  });
}
