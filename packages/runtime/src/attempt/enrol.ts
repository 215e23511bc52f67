import type { SignInSurface } from '@cux/kernel/capability';
import type { AttemptReport } from '@cux/provider-sdk';
import type { Person, Refused, TodoRun } from '../host/host.ts';
import type { RunContext } from '../host/run-context.ts';
import { admit } from './admit.ts';
import { type BuiltAttempt, buildAttempt, refused, unfit } from './build-attempt.ts';
import { carryAndSettle } from './carry-and-settle.ts';
import { explained } from './explained.ts';
import { type GuardedSession, openGuardedSession } from './provider-session.ts';
import { storedSessionName } from './stored-session.ts';
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

function tell(context: RunContext, refusal: Refused): TodoRun {
  context.emit({ kind: 'attempt-refused', rule: refusal.rule, message: refusal.message });
  return refusal;
}

/** Nobody is asked to sign in for an attempt that would then be refused. */
function notForSigningIn({ todo, gate, draft }: BuiltAttempt, now: number): Refused | null {
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
  { todo, provider, plan }: BuiltAttempt,
  surface: SignInSurface,
  person: Person,
): Promise<TodoRun> {
  const guarded = await openGuardedSession(context, provider, plan, null);
  try {
    await personSignsIn(context, guarded, surface, person);
    return await checkAndKeep(context, todo.todo_id, provider.providerId, surface, guarded);
  } finally {
    await guarded.close();
  }
}

/** Only now does an attempt begin: none spans a person's wait. */
function checkAndKeep(
  context: RunContext,
  todoId: string,
  providerId: string,
  surface: SignInSurface,
  guarded: GuardedSession,
): Promise<TodoRun> {
  return context.carrying.during(async (admitted) => {
    const admission = await admit(context, todoId, providerId);
    if (admission.kind === 'refused') return admission;
    admitted(admission.attempt.attemptId);
    const kept = keeper(context, storedSessionName(surface), guarded);
    const run = await carryAndSettle(context, admission.attempt, guarded, kept.keep);
    // A check that the kernel does not accept leaves the vault as it was.
    if (run.kind === 'refused') await kept.undo();
    return run;
  });
}

/** Keeps the session before it is reported, so that what waits for it is unblocked only when it is there. */
function keeper(context: RunContext, name: string, guarded: GuardedSession) {
  const { vault } = context;
  let before: Uint8Array | null = null;
  let kept = false;
  return {
    keep: async ({ receipt }: AttemptReport): Promise<void> => {
      if (receipt.stop_reason !== 'completed') return;
      const bytes = await guarded.session.exportStoredSession();
      before = await vault.getNamed(name);
      kept = true;
      await vault.putNamed(name, bytes);
    },
    undo: async (): Promise<void> => {
      if (!kept) return;
      if (before === null) await vault.removeNamed(name);
      else await vault.putNamed(name, before);
    },
  };
}
