import { type CDPSession, chromium } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { directChannel } from '../../src/session/protocol-channel.ts';

const channel = { send: async () => undefined, on: () => undefined, off: () => undefined };

/** A session as Playwright's client makes it, with this behind it. */
function sessionWith(behind: unknown): CDPSession {
  return { ...channel, _connection: behind } as unknown as CDPSession;
}

describe('the channel behind the client', () => {
  test('is taken where there is one', () => {
    expect(directChannel(sessionWith({ toImpl: () => ({ _session: channel }) }))).toBe(channel);
  });

  test.each([
    ['no connection', undefined],
    ['no way behind it', {}],
    ['nothing behind it', { toImpl: () => undefined }],
    ['another thing behind it', { toImpl: () => ({ _session: { send: 'a word' } }) }],
  ])('with %s is the public one', (_because, behind) => {
    const session = sessionWith(behind);
    expect(directChannel(session)).toBe(session);
  });

  test('is there in the version that is pinned', () => {
    const client = chromium as unknown as { readonly _connection?: { readonly toImpl?: unknown } };
    expect(client._connection?.toImpl).toBeTypeOf('function');
  });
});
