import type { CommitDecision } from '@cux/provider-sdk';
import type { RunContext } from '../host/run-context.ts';
import type { OpenSpan } from '../telemetry/open-span.ts';
import type { TracedSession } from '../telemetry/traced-session.ts';
import type { AdmittedAttempt } from './admit.ts';
import { factsOfAttempt } from './facts-of-attempt.ts';

/** The spans that a run goes through: to the finger on the key, the commit, the press; or the run of a plan that does not press. */
export interface Phases {
  /** The run, from its first step to its report. */
  during<Value>(run: () => Promise<Value>): Promise<Value>;
  committing(commit: () => Promise<CommitDecision>): Promise<CommitDecision>;
}

export function phasesOf(
  { telemetry }: RunContext,
  attempt: AdmittedAttempt,
  session: TracedSession,
): Phases {
  const facts = factsOfAttempt(attempt);
  const presses = attempt.draft.request.effect_class === 'external_write';
  let phase: OpenSpan | null = null;
  /** What the provider is asked from now on belongs to it. */
  const enter = (next: OpenSpan | null): void => {
    phase = next;
    session.under = next;
  };
  return {
    during: async (run) => {
      enter(telemetry.open(presses ? 'prepare attempt' : 'run plan', facts));
      try {
        const answer = await run();
        phase?.end();
        return answer;
      } catch (error) {
        phase?.fail(error);
        throw error;
      } finally {
        enter(null);
      }
    },
    committing: async (commit) => {
      phase?.end({ 'cux.outcome': 'prepared' });
      enter(null);
      const decision = await telemetry.span('commit attempt', facts, async (open) => {
        const decided = await commit();
        if (decided.kind === 'refused') open.set({ 'cux.refusal.rule': decided.code });
        return decided;
      });
      if (decision.kind === 'permit') enter(telemetry.open('press', facts));
      return decision;
    },
  };
}
