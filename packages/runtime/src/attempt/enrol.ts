import type { SignInSurface } from '@cux/kernel/capability';
import { answerInTime } from '../computer/answer-in-time.ts';
import type { HostRefusal, Person, TodoRun } from '../host/host.ts';
import type { RunContext } from '../host/run-context.ts';
import type { OpenSpan } from '../telemetry/open-span.ts';
import { admit } from './admit.ts';
import { type BuiltAttempt, buildAttempt, refused, unfit } from './build-attempt.ts';
import type { BeforeReport } from './carry.ts';
import { carryAndSettle } from './carry-and-settle.ts';
import { explained } from './explained.ts';
import { factsOfAttempt } from './facts-of-attempt.ts';
import { type GuardedSession, openGuardedSession } from './provider-session.ts';
import { enrolledSessionName, placeEnrolledSession } from './stored-session.ts';
import { personSignsIn } from './take-over.ts';

/** A person signs in by takeover; then a short attempt checks the account, and the session goes into the vault. */
export async function enrol(
  context: RunContext,
  todoId: string,
  providerId: string,
  person: Person,
): Promise<TodoRun> {
  try {
    const built = await buildAttempt(context, todoId, providerId);
    if (built.kind === 'refused') return tell(context, built);
    const refusal = notForSigningIn(built, context.clock.now()) ?? unfit(built);
    if (refusal !== null) return tell(context, refusal);
    const surface = await built.capability.signInSurface(built.todo);
    if (surface === null) {
      return tell(
        context,
        refused('enrol.no-sign-in', 'The recipe of this site names no sign-in page; add it to the recipe.'),
      );
    }
    return await enrolAt(context, built, surface, person);
  } catch (error) {
    const refusal = explained(error);
    if (refusal === null) throw error;
    return tell(context, refusal);
  }
}

function tell(context: RunContext, refusal: HostRefusal): TodoRun {
  context.emit({ kind: 'attempt-refused', rule: refusal.rule, message: refusal.message });
  return refusal;
}

/** Nobody is asked to sign in for an attempt that would then be refused. */
function notForSigningIn({ todo, gate, draft }: BuiltAttempt, now: number): HostRefusal | null {
  if (todo.action_unit !== 'enrol_stored_session') {
    return refused('todo.not-enrolment', 'Nobody signs in for this todo; run it instead.');
  }
  if (gate?.kind !== 'standing' || gate.status !== 'open' || draft.request.gate_binding === undefined) {
    return refused('gate.missing', 'Signing in needs an approved standing gate; ask a person for one.');
  }
  return now < gate.expires_at
    ? null
    : refused(
        'gate.expired',
        'The time of the standing gate is over; recover, and ask a person for a new one.',
      );
}

async function enrolAt(
  context: RunContext,
  { todo, provider, plan, retention }: BuiltAttempt,
  surface: SignInSurface,
  person: Person,
): Promise<TodoRun> {
  const guarded = await openGuardedSession(context, provider, plan, null, retention);
  try {
    const notSigned = await context.telemetry.span(
      'sign in',
      { 'cux.provider.id': provider.providerId },
      () => personSignsIn(context, guarded, surface, person),
    );
    if (notSigned !== null) return tell(context, notSigned);
    return await checkAndKeep(context, todo.todo_id, provider.providerId, guarded);
  } finally {
    await guarded.close();
  }
}

/** Only now does an attempt begin: none spans a person's wait. */
function checkAndKeep(
  context: RunContext,
  todoId: string,
  providerId: string,
  guarded: GuardedSession,
): Promise<TodoRun> {
  const work = async (open: OpenSpan, admitted: (attemptId: string) => void): Promise<TodoRun> => {
    const admission = await admit(context, todoId, providerId);
    if (admission.kind === 'refused') return admission;
    admitted(admission.attempt.attemptId);
    const { attempt } = admission;
    open.set(factsOfAttempt(attempt));
    const keep: BeforeReport = async ({ receipt }) => {
      if (receipt.stop_reason !== 'completed') return;
      const { looking } = context.limits;
      const bytes = await answerInTime(guarded, looking, guarded.session.exportStoredSession());
      await context.vault.putNamed(enrolledSessionName(attempt.attemptId), bytes);
    };
    try {
      return await carryAndSettle(context, attempt, guarded, keep);
    } finally {
      // A check that the kernel does not accept leaves the account's session as it was.
      await placeEnrolledSession(context, attempt.attemptId);
    }
  };
  return context.telemetry.span('carry attempt', {}, (open) =>
    context.carrying.during((admitted) => work(open, admitted)),
  );
}
