import type { Target } from '@cux/contracts';
import type { OpenSessionOptions, Provider, ProviderSession } from '../../provider/provider.ts';
import type { ElementRef, StopSign, Surface } from '../../surface/surface.ts';
import { watchFor } from '../watch.ts';

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

/** So long that what was begun has its effect, on a busy machine as well. */
export const pause = watchFor;

/** Whether the target comes within five seconds. */
export async function appears(surface: Surface, target: Target): Promise<boolean> {
  for (let tries = 0; tries < 50; tries += 1) {
    if ((await surface.resolve(target)).kind === 'found') return true;
    await pause(100);
  }
  return false;
}

/** What the page shows when a write of its script did not get through. */
export const notSaved: Target = { role: 'heading', name: 'Not saved' };

/** The address that every write of the suite's site goes to. */
export async function entryOf(surface: Surface): Promise<string> {
  return `${(await surface.location())?.origin}/entries/7`;
}

/** What a provider does that takes a blocked write for a fault of the network. */
export async function saveWhatIsNotSaved(surface: Surface): Promise<void> {
  await pause(300);
  const address = await entryOf(surface);
  const saved = await surface.readJson(address.replace('/entries/', '/api/entries/'), '/title', null);
  if (saved === '') await sendDirectly(address, 'POST');
}

/** A target that is called like the element. */
export function targetOf({ role, name }: ElementRef): Target {
  return { role: role as Target['role'], name };
}
