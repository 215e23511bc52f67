import { randomUUID } from 'node:crypto';
import {
  gatedBrowserProfile,
  type OpenSessionOptions,
  type Provider,
  ProviderFault,
  type ProviderSession,
} from '@cux/provider-sdk';
import { z } from 'zod';
import { type HttpInterface, httpInterfaceSchema } from './interface/http-interface.ts';
import { type Credential, HttpClient } from './session/http-client.ts';
import { FormSession } from './surface/form-session.ts';
import { httpSurface } from './surface/http-surface.ts';

export interface HttpProviderOptions {
  /** The site's API as forms; read strictly before anything else. */
  readonly interface: unknown;
  /** Default `http`. */
  readonly providerId?: string;
}

const storedSchema = z.strictObject({
  account: z.string().min(1),
  authorization: z.string().startsWith('Basic '),
});

/**
 * A provider without a browser: the same plans, the same prepare and commit, and every request through the same guard,
 * but what is filled and pressed are the forms of an API's description. What a person gave as a credential is its stored
 * session. Throws a `ProviderFault` (`config_invalid`) that names the places of a wrong description, never the values.
 */
export function createHttpProvider(options: HttpProviderOptions): Provider {
  const description = readInterface(options.interface);
  const providerId = options.providerId ?? 'http';
  const profile = gatedBrowserProfile(providerId, 'replayable');
  return {
    providerId,
    zeroRetention: 'writes_nothing',
    profile: () => ({
      ...profile,
      provider_primitives: { ...profile.provider_primitives, screenshots: 'unsupported' },
    }),
    doctor: async () => [
      { check: 'interface', ok: true, message: `The interface has ${description.forms.length} forms.` },
    ],
    openSession: async (session) => openSession(description, session),
  };
}

function readInterface(input: unknown): HttpInterface {
  const parsed = httpInterfaceSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  const places = [...new Set(parsed.error.issues.map(({ path }) => `/${path.map(String).join('/')}`))];
  throw new ProviderFault(
    'config_invalid',
    `The description of the API is not valid; correct it at ${places.slice(0, 5).join(', ')}.`,
  );
}

function openSession(description: HttpInterface, options: OpenSessionOptions): ProviderSession {
  const http = new HttpClient(options.guard, credentialOf(options.storedSession));
  const close = () => http.close();
  if (options.signal.aborted) void close();
  options.signal.addEventListener('abort', () => void close(), { once: true });
  const { viewport } = options;
  return {
    sessionReference: `http-${randomUUID()}`,
    surface: httpSurface(new FormSession(description, http), description),
    geometry: async () => ({ ...viewport, scale_percent: 100 }),
    exportStoredSession: async () => new TextEncoder().encode(JSON.stringify(http.credential ?? {})),
    close,
  };
}

function credentialOf(stored: Uint8Array | null): Credential {
  if (stored === null) return null;
  try {
    return storedSchema.parse(JSON.parse(new TextDecoder().decode(stored)));
  } catch {
    throw new ProviderFault(
      'engine_start_failed',
      'The stored session is not one of the HTTP provider; enrol the account again.',
    );
  }
}
