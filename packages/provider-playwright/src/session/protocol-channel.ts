import type { CDPSession } from 'playwright-core';

/** What goes to one page and what it tells. */
export type ProtocolChannel = Pick<CDPSession, 'send' | 'on' | 'off'>;

/** A channel that can have others below it: one for each process that a frame of the page lives in. */
interface ParentChannel extends ProtocolChannel {
  createChildSession(sessionId: string): ProtocolChannel;
  disposeChildSession(sessionId: string): void;
}

/** The part of Playwright behind its client. It is not public: each step may be missing in another version. */
interface ClientSide {
  readonly _connection?: {
    toImpl?(session: CDPSession): { readonly _session?: Partial<ProtocolChannel> } | undefined;
  };
}

/**
 * The session without Playwright's client in front, which takes a stack trace, validates and waits for two turns of the
 * event loop at each message: as long as the browser takes to answer. The messages and answers are the same. Where this
 * version of Playwright has no such thing, the session itself.
 */
export function directChannel(session: CDPSession): ProtocolChannel {
  const direct = (session as CDPSession & ClientSide)._connection?.toImpl?.(session)?._session;
  return typeof direct?.send === 'function' &&
    typeof direct.on === 'function' &&
    typeof direct.off === 'function'
    ? (direct as ProtocolChannel)
    : session;
}

/** Whether sessions that the browser attaches below this one can be spoken to. The public session has no way to. */
export function hasChildren(channel: ProtocolChannel): channel is ParentChannel {
  const { createChildSession, disposeChildSession } = channel as Partial<ParentChannel>;
  return typeof createChildSession === 'function' && typeof disposeChildSession === 'function';
}
