import type { SignInSurface } from '@cux/kernel/capability';
import { ProviderFault } from '@cux/provider-sdk';
import type { HostRefusal, Person } from '../host/host.ts';
import type { RunContext } from '../host/run-context.ts';
import { underHumanProfile } from '../takeover/human-profile.ts';
import type { GuardedSession } from './provider-session.ts';
import { within } from './within.ts';

/** The longest that a person is waited for, in milliseconds: a day, longer than any session. */
const patience = 86_400_000;

/**
 * Gives the session to a person, under the guard's human profile, and takes it back. Whatever the person or the
 * engine does, the human profile has ended when this returns or throws. Null when the person has handed back.
 */
export async function personSignsIn(
  context: RunContext,
  guarded: GuardedSession,
  surface: SignInSurface,
  person: Person,
): Promise<HostRefusal | null> {
  context.emit({ kind: 'takeover-started', account: surface.account, origin: surface.origin });
  try {
    const given = await underHumanProfile(context, guarded, surface);
    if (given.kind === 'refused') return given;
    const { takeover, end } = given.value;
    try {
      await within(person(takeover), { milliseconds: patience, signal: context.signal }, stopped);
    } finally {
      await end();
    }
    return null;
  } finally {
    context.emit({ kind: 'takeover-ended' });
  }
}

function stopped(): never {
  throw new ProviderFault('engine_gone', 'The takeover was stopped; nothing was kept, so sign in again.');
}
