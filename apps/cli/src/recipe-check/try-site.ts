import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan, WriteRule } from '@cux/contracts';
import { systemClock } from '@cux/kernel';
import {
  type AttemptReport,
  decideRequest,
  type Guard,
  type Provider,
  type ProviderSession,
  rehearsePlan,
  startGuard,
} from '@cux/provider-sdk';
import type { PermitQuestion, WatchedWrites } from './watched-writes.ts';

export interface SiteTrial {
  readonly provider: Provider;
  readonly writes: WatchedWrites;
  readonly viewport: Plan['viewport'];
  readonly signal: AbortSignal;
}

/** Work with a fresh engine behind a guard of its own, which denies before the engine starts and after it has ended. */
export async function withEngine<Value>(
  { provider, writes, viewport, signal }: SiteTrial,
  storedSession: Uint8Array | null,
  work: (guard: Guard, session: ProviderSession) => Promise<Value>,
): Promise<Value> {
  const workingDirectory = await mkdtemp(join(tmpdir(), 'cux-recipe-check-'));
  const guard = await startGuard({ clock: systemClock, watch: writes.watch });
  try {
    const session = await provider.openSession({
      guard: guard.endpoint,
      viewport,
      storedSession,
      workingDirectory,
      signal,
    });
    try {
      return await work(guard, session);
    } finally {
      await session.close();
    }
  } finally {
    await guard.close();
    await rm(workingDirectory, { recursive: true, force: true });
  }
}

/** Carries a plan out as far as nobody has to approve anything. */
export function rehearse(
  trial: SiteTrial,
  plan: Plan,
  storedSession: Uint8Array | null,
): Promise<AttemptReport> {
  const { provider, signal } = trial;
  return withEngine(trial, storedSession, (guard, session) =>
    rehearsePlan({ providerId: provider.providerId, plan, session, guard, clock: systemClock, signal }),
  );
}

/** Asks the guard's own decision, in thought, what these permit rules would do with a request. */
export function permitQuestion(origins: readonly string[], rules: readonly WriteRule[]): PermitQuestion {
  const armed = rules.map((rule) => ({ rule, permit: true, spent: false, expired: false }));
  return (request) => {
    const decision = decideRequest(request, { phase: 'configured', origins, rules: armed });
    return decision.kind === 'allow' && decision.permit ? decision.rule : null;
  };
}
