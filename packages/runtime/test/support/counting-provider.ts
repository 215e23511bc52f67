import type { OpenSessionOptions, Provider, ProviderSession, Surface } from '@cux/provider-sdk';

/** Every call of a surface, by its name. The counting provider of all tests. */
export type Contacts = string[];

/** Notes every call of every surface, and lets a test stand in between. */
export function counting(
  provider: Provider,
  contacts: Contacts,
  change: (surface: Surface) => Partial<Surface>,
): Provider {
  const openSession = async (options: OpenSessionOptions): Promise<ProviderSession> => {
    contacts.push('openSession');
    const session = await provider.openSession(options);
    const surface = { ...session.surface, ...change(session.surface) };
    const noted = Object.fromEntries(
      Object.entries(surface).map(([name, call]) => [
        name,
        (...given: unknown[]) => {
          contacts.push(name);
          return (call as (...all: unknown[]) => unknown)(...given);
        },
      ]),
    );
    return { ...session, surface: noted as unknown as Surface };
  };
  return { ...provider, openSession };
}
