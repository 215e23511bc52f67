import type { SignInSurface } from '@cux/kernel/capability';
import { ProviderFault, type Takeover } from '@cux/provider-sdk';
import type { Person } from '../host/host.ts';
import { defaultHostLimits } from '../host/host-limits.ts';
import type { RunContext } from '../host/run-context.ts';
import type { GuardedSession } from './provider-session.ts';
import { within } from './within.ts';

/** The longest that a person is waited for, in milliseconds: a day, longer than any session. */
const patience = 86_400_000;

/**
 * Gives the session to a person, under the guard's human profile, and takes it back. Whatever the person or the
 * engine does, the human profile has ended when this returns or throws.
 */
export async function personSignsIn(
  context: RunContext,
  { guard, session }: GuardedSession,
  surface: SignInSurface,
  person: Person,
): Promise<void> {
  guard.configure({ allowed_origins: [...surface.allowed_origins], write_rules: [] });
  guard.enterHuman(surface.human_rules);
  context.emit({ kind: 'takeover-started', account: surface.account, origin: surface.origin });
  try {
    const takeover = await inTime(context, (navigation) =>
      takeOverAt(session.surface, surface.start_url, navigation),
    );
    try {
      await within(person(takeover), { milliseconds: patience, signal: context.signal }, stopped);
    } finally {
      await released(context, takeover);
    }
  } finally {
    guard.leaveHuman();
    context.emit({ kind: 'takeover-ended' });
  }
}

async function takeOverAt(
  surface: GuardedSession['session']['surface'],
  url: string,
  navigation: number,
): Promise<Takeover> {
  await surface.open(url, navigation);
  return surface.takeover();
}

function inTime<Value>(context: RunContext, work: (navigation: number) => Promise<Value>): Promise<Value> {
  const { opening, navigation } = { ...defaultHostLimits, ...context.limits };
  return within(work(navigation), { milliseconds: opening + navigation, signal: context.signal }, stopped);
}

function stopped(): never {
  throw new ProviderFault(
    'engine_gone',
    'The takeover did not come about or was stopped; nothing was kept, so sign in again.',
  );
}

/** An engine that does not give the page back has lost it to the guard anyway. */
async function released(context: RunContext, takeover: Takeover): Promise<void> {
  const { closing } = { ...defaultHostLimits, ...context.limits };
  const release = (async () => takeover.release())().catch(() => undefined);
  await within(release, { milliseconds: closing }, () => undefined);
}
