import { type Admission, admitBuilt } from '../attempt/admit.ts';
import { buildAttempt, type Prepare, unfit } from '../attempt/build-attempt.ts';
import { explained } from '../attempt/explained.ts';
import type { RunContext } from '../host/run-context.ts';

/** What an attempt in a session takes at most: its quota is reserved for it, and its lease is held without progress. */
export interface SessionBounds {
  /** Structural actions. */
  readonly actions: number;
  /** In milliseconds. */
  readonly lease_ms: number;
}

type AdmissionAgent = NonNullable<Parameters<typeof admitBuilt>[2]>['agent'];

/** Builds an attempt of a session's agent and has it admitted. */
export async function admitInSession(
  context: RunContext,
  parts: {
    readonly sessionId: string;
    readonly agent: AdmissionAgent;
    readonly todoId: string;
    readonly providerId: string;
    readonly prepare: Prepare;
    readonly bounds: SessionBounds;
  },
) {
  const facts = { 'cux.session.id': parts.sessionId, 'cux.provider.id': parts.providerId };
  const admit = async (): Promise<Admission> => {
    const built = await buildAttempt(context, parts.todoId, parts.providerId, parts.prepare);
    if (built.kind === 'refused') return built;
    return (
      unfit(built) ??
      (await admitBuilt(context, built, {
        session_id: parts.sessionId,
        agent: parts.agent,
        ...parts.bounds,
      }))
    );
  };
  try {
    return await context.telemetry.span('admit attempt', facts, admit);
  } catch (error) {
    const refusal = explained(error);
    if (refusal === null) throw error;
    return refusal;
  }
}
