import type { WriteRule } from '@cux/contracts';
import type { Surface, Takeover } from '@cux/provider-sdk';
import { refused } from '../attempt/build-attempt.ts';
import { explained } from '../attempt/explained.ts';
import type { GuardedSession } from '../attempt/provider-session.ts';
import { within } from '../attempt/within.ts';
import type { Settled } from '../computer/computer-host.ts';
import type { RunContext } from '../host/run-context.ts';
import { bounded } from './persons-hands.ts';

/** A page that cannot be reached is the person's to see, too. Null, and nothing more is asked, where nobody waits for it any more. */
async function takenAt(
  surface: Surface,
  startUrl: string | null,
  navigation: number,
  isGivenUp: () => boolean,
): Promise<Takeover | null> {
  if (startUrl !== null) await surface.open(startUrl, navigation);
  return isGivenUp() ? null : surface.takeover();
}

/** A session in a person's hands. */
export interface HumanProfile {
  readonly takeover: Takeover;
  /** Ends the person's view and hands and their profile, whatever the engine does. Safe to call twice. */
  end(): Promise<void>;
}

/** What the person's hands may do, and where they begin. */
export interface HumanTerms {
  /** Null leaves the page as it is. */
  readonly start_url: string | null;
  readonly allowed_origins: readonly string[];
  /** What they may write. With none, nothing that they do is written anywhere. */
  readonly human_rules: readonly WriteRule[];
}

/**
 * Gives a session to a person under the guard's human profile. Whatever the engine does, the profile has ended when this
 * refuses or throws, and when `end` has answered: then nothing is allowed at all.
 */
export async function underHumanProfile(
  context: RunContext,
  guarded: GuardedSession,
  { allowed_origins, human_rules, start_url }: HumanTerms,
): Promise<Settled<HumanProfile>> {
  const { guard, session, signal } = guarded;
  const { limits } = context;
  const leave = (): void => {
    guard.leaveHuman();
    guarded.denyAll();
  };
  try {
    guard.configure({ allowed_origins: [...allowed_origins], write_rules: [] });
    guard.enterHuman(human_rules);
    let givenUp = false;
    const taken = await within<Takeover | null>(
      takenAt(session.surface, start_url, limits.navigation, () => givenUp),
      { milliseconds: limits.opening + limits.navigation, signal },
      () => {
        givenUp = true;
        return null;
      },
      (late) => void late?.release().catch(() => undefined),
    );
    if (taken === null) {
      leave();
      return refused('provider.deadline', 'The engine did not give the Screen away in time; try again.');
    }
    const { takeover, end } = bounded(taken, limits.closing);
    let ended: Promise<void> | null = null;
    return {
      kind: 'settled',
      value: {
        takeover,
        end: () => {
          // Once: what the guard allows later is somebody else's.
          ended ??= end().then(leave);
          return ended;
        },
      },
    };
  } catch (error) {
    leave();
    const refusal = explained(error);
    if (refusal === null) throw error;
    return refusal;
  }
}
