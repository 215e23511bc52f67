import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plan, RetentionKind } from '@cux/contracts';
import {
  type Guard,
  type Provider,
  ProviderFault,
  type ProviderSession,
  readSession,
} from '@cux/provider-sdk';
import type { RunContext } from '../host/run-context.ts';
import { noteOwner, ownerFileOf } from '../host/session-folders.ts';
import { requireMemory } from '../retention/memory-folder.ts';
import { callProvider, type TracedSession, tracedSession } from '../telemetry/traced-session.ts';
import { within } from './within.ts';

/** A provider session behind its own guard. */
export interface GuardedSession {
  readonly guard: Guard;
  /** Its answers are what the port says, or a `ProviderFault`. */
  readonly session: ProviderSession;
  /** Where its calls are told. */
  readonly traced: TracedSession;
  readonly signal: AbortSignal;
  /** What it was opened under. */
  readonly retention: RetentionKind;
  /** The session's own private folder. */
  readonly workingDirectory: string;
  /** Nothing can be asked of it any more: a call into its engine has failed, or its guard was cut. It stays so. */
  readonly lost: boolean;
  /** Says that it is. */
  lose(): void;
  /** Nobody works on the page: no origin, no write. A guard that takes nothing any more is cut, and denies everything. */
  denyAll(): void;
  /** Denies, cuts and ends everything, in this order. Never throws; safe to call twice. */
  close(): Promise<void>;
}

/** Starts the guard, denying, and only then the engine. Nothing is left behind when either fails. */
export async function openGuardedSession(
  context: RunContext,
  provider: Provider,
  plan: Pick<Plan, 'viewport'>,
  storedSession: Uint8Array | null,
  retention: RetentionKind,
): Promise<GuardedSession> {
  const guard = await context.startGuard();
  const stop = new AbortController();
  const signal = context.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, context.signal]);
  let workingDirectory: string | null = null;
  let ended: Promise<void> | null = null;
  const end = (session: ProviderSession | null): Promise<void> => {
    guard.cut();
    stop.abort();
    ended ??= putAway(context, session, guard, workingDirectory);
    return ended;
  };
  try {
    const place = await folderFor(context, provider, retention);
    workingDirectory = await mkdtemp(join(place, 'session-'));
    await noteOwner(workingDirectory, context.processId);
    const { viewport } = plan;
    const options = { guard: guard.endpoint, viewport, storedSession, workingDirectory, retention, signal };
    const traced = await opened(context, provider, options);
    let lost = false;
    const lose = (): void => {
      lost = true;
    };
    return {
      guard,
      session: readSession(traced, lose),
      traced,
      signal,
      retention,
      workingDirectory,
      get lost() {
        return lost;
      },
      lose,
      denyAll: () => {
        try {
          guard.configure({ allowed_origins: [], write_rules: [] });
        } catch {
          guard.cut();
          lose();
        }
      },
      close: () => end(traced),
    };
  } catch (error) {
    await end(null);
    throw error;
  }
}

/** Where nothing may be kept, what the engine writes all the same is in memory. */
async function folderFor(
  { workingDirectory, memoryDirectory }: RunContext,
  { zeroRetention }: Provider,
  retention: RetentionKind,
): Promise<string> {
  if (retention === 'standard' || zeroRetention === 'writes_nothing') return workingDirectory;
  return requireMemory(memoryDirectory);
}

/** An engine that never answers is not waited for; one that comes too late is ended. */
async function opened(
  context: RunContext,
  provider: Provider,
  options: Parameters<Provider['openSession']>[0],
): Promise<TracedSession> {
  const { opening } = context.limits;
  const { providerId } = provider;
  const open = (): Promise<ProviderSession> =>
    within(
      provider.openSession(options),
      { milliseconds: opening, signal: context.signal },
      () => {
        throw new ProviderFault(
          'engine_start_failed',
          'The engine did not start in time, or the host was stopped; run the provider’s doctor and try again.',
        );
      },
      (late) => void endEngine(context, late),
    );
  const { telemetry } = context;
  const session = await callProvider(telemetry, { providerId, operation: 'openSession' }, open);
  return tracedSession(telemetry, providerId, session);
}

/** Each part is put away whatever the others do: an engine that will not end keeps neither a port nor a folder. */
async function putAway(
  context: RunContext,
  session: ProviderSession | null,
  guard: Guard,
  workingDirectory: string | null,
): Promise<void> {
  const engineEnded = session === null || (await endEngine(context, session));
  const guardEnded = await settled(guard.close());
  const folderGone = workingDirectory === null || (await settled(removeFolder(workingDirectory)));
  if (!engineEnded) context.emit({ kind: 'left-behind', what: 'engine' });
  if (!guardEnded) context.emit({ kind: 'left-behind', what: 'guard' });
  if (!folderGone) context.emit({ kind: 'left-behind', what: 'working-directory' });
}

/** Its owner's note goes last: what is left behind is found by it at the next start. */
async function removeFolder(workingDirectory: string): Promise<void> {
  await rm(workingDirectory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  await rm(ownerFileOf(workingDirectory), { force: true });
}

async function endEngine(context: RunContext, session: ProviderSession): Promise<boolean> {
  const { closing } = context.limits;
  const closed = settled((async () => session.close())());
  return within(closed, { milliseconds: closing }, () => false);
}

async function settled(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
