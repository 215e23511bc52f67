import { randomUUID } from 'node:crypto';
import {
  gatedBrowserProfile,
  type OpenSessionOptions,
  type Provider,
  ProviderFault,
  type ProviderSession,
} from '@cux/provider-sdk';
import { httpClientFrom, type Network } from './browser/http-client.ts';
import { MockBrowser } from './browser/mock-browser.ts';
import { type Fixture, fixtureSchema } from './fixture/fixture.ts';
import { mockSurface } from './surface/mock-surface.ts';

export interface MockProviderOptions {
  /** A declared UI state; read strictly before anything else. */
  readonly fixture: unknown;
  /** Default `mock`. */
  readonly providerId?: string;
  /** Where session references come from; each must be new. Default: a random one. */
  readonly nextReference?: () => string;
  /** What a session's requests go out by; sockets through the host's guard proxy when left out. For worlds without sockets. */
  readonly network?: (session: OpenSessionOptions) => Network;
}

/**
 * A provider without a browser: screens are declared, requests are real and go through the host's guard, and
 * nothing in a fixture can say what its receipt will be. Throws a `ProviderFault` (`fixture_invalid`) that names
 * the places, never the values.
 */
export function createMockProvider(options: MockProviderOptions): Provider {
  const fixture = readFixture(options.fixture);
  const providerId = options.providerId ?? 'mock';
  const nextReference = options.nextReference ?? (() => `mock-${randomUUID()}`);
  return {
    providerId,
    zeroRetention: 'writes_nothing',
    profile: () => gatedBrowserProfile(providerId, 'replayable'),
    doctor: async () => [
      { check: 'fixture', ok: true, message: `The fixture declares ${fixture.screens.length} screens.` },
    ],
    openSession: async (session) =>
      openSession(fixture, nextReference(), session, options.network ?? networkOf),
  };
}

function readFixture(input: unknown): Fixture {
  const parsed = fixtureSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  const places = [...new Set(parsed.error.issues.map(({ path }) => `/${path.map(String).join('/')}`))];
  throw new ProviderFault(
    'fixture_invalid',
    `The fixture is not a declared UI state; correct it at ${places.slice(0, 5).join(', ')}.`,
  );
}

function openSession(
  fixture: Fixture,
  sessionReference: string,
  options: OpenSessionOptions,
  networkOf: (session: OpenSessionOptions) => Network,
): ProviderSession {
  const http = networkOf(options);
  const browser = new MockBrowser(fixture, http);
  let closed: Promise<void> | null = null;
  const close = () => {
    closed ??= browser.close().catch(() => undefined);
    return closed;
  };
  if (options.signal.aborted) void close();
  options.signal.addEventListener('abort', () => void close(), { once: true });
  return {
    sessionReference,
    surface: mockSurface(browser, options.viewport),
    geometry: async () => ({ ...options.viewport, scale_percent: 100 }),
    exportStoredSession: async () => http.exportState(),
    close,
  };
}

function networkOf({ guard, storedSession }: OpenSessionOptions): Network {
  try {
    return httpClientFrom(guard, storedSession);
  } catch (cause) {
    throw new ProviderFault(
      'engine_start_failed',
      'The stored session is not one of the mock provider; enrol the account again.',
      { cause },
    );
  }
}
