import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plan } from '@cux/contracts';
import type { Guard, Provider, ProviderSession } from '@cux/provider-sdk';
import type { RunContext } from '../host/run-context.ts';

/** A provider session behind its own guard. */
export interface GuardedSession {
  readonly guard: Guard;
  readonly session: ProviderSession;
  readonly signal: AbortSignal;
  /** Denies, cuts and ends everything, in this order. Never throws; safe to call twice. */
  close(): Promise<void>;
}

/** Starts the guard, denying, and only then the engine. Nothing is left behind when either fails. */
export async function openGuardedSession(
  context: RunContext,
  provider: Provider,
  plan: Pick<Plan, 'viewport'>,
  storedSession: Uint8Array | null,
): Promise<GuardedSession> {
  const guard = await context.startGuard();
  const workingDirectory = await mkdtemp(join(context.workingDirectory, 'session-'));
  const stop = new AbortController();
  const signal = context.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, context.signal]);
  const end = async (session: ProviderSession | null): Promise<void> => {
    guard.cut();
    stop.abort();
    await session?.close();
    await guard.close();
    await rm(workingDirectory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  };
  try {
    const session = await provider.openSession({
      guard: guard.endpoint,
      viewport: plan.viewport,
      storedSession,
      workingDirectory,
      signal,
    });
    let ended: Promise<void> | null = null;
    return {
      guard,
      session,
      signal,
      close: () => {
        ended ??= end(session);
        return ended;
      },
    };
  } catch (error) {
    await end(null);
    throw error;
  }
}
