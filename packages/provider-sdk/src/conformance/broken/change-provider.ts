import type { Target } from '@cux/contracts';
import type { OpenSessionOptions, Provider, ProviderSession } from '../../provider/provider.ts';
import type { ElementRef, StopSign, Surface } from '../../surface/surface.ts';

export type SurfaceChange = (surface: Surface) => Partial<Surface>;

/** The same provider with some methods of its surface replaced. */
export function withSurface(provider: Provider, change: SurfaceChange): Provider {
  return withSession(provider, (session) => ({
    surface: { ...session.surface, ...change(session.surface) },
  }));
}

export function withSession(
  provider: Provider,
  change: (session: ProviderSession, options: OpenSessionOptions) => Partial<ProviderSession>,
): Provider {
  return {
    ...provider,
    openSession: async (options) => {
      const session = await provider.openSession(options);
      return { ...session, ...change(session, options) };
    },
  };
}

/** Does not see signs of this kind. */
export function blindFor(overlooked: (sign: StopSign) => boolean): SurfaceChange {
  return (surface) => ({
    stopSigns: async () => (await surface.stopSigns()).filter((sign) => !overlooked(sign)),
  });
}

/** A request around the guard, whatever comes of it. */
export async function sendDirectly(
  url: string,
  method: 'GET' | 'POST',
  redirect: 'follow' | 'manual' = 'manual',
) {
  const signal = AbortSignal.timeout(2_000);
  await fetch(url, { method, redirect, signal }).catch(() => undefined);
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Whether something comes true soon: it is asked again and again, for as many turns as a quiet machine has in half a second.
 * In turns, because on a busy one time passes in which nothing had a chance to happen.
 */
export async function within(isTrue: () => Promise<boolean>): Promise<boolean> {
  for (let turn = 0; turn < 25; turn += 1) {
    if (await isTrue()) return true;
    await pause(20);
  }
  return false;
}

/** The address that every write of the suite's site goes to. */
export async function entryOf(surface: Surface): Promise<string> {
  return `${(await surface.location())?.origin}/entries/7`;
}

/** What a provider does that takes a blocked write for a fault of the network. */
export async function saveWhatIsNotSaved(surface: Surface): Promise<void> {
  const address = await entryOf(surface);
  const stored = address.replace('/entries/', '/api/entries/');
  let title: unknown = null;
  await within(async () => {
    title = await surface.readJson(stored, '/title', null);
    return typeof title === 'string' && title !== '';
  });
  if (title === '') await sendDirectly(address, 'POST');
}

/** A target that is called like the element. */
export function targetOf({ role, name }: ElementRef): Target {
  return { role: role as Target['role'], name };
}
