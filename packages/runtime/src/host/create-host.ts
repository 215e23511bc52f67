import { type AdmittedAttempt, admit } from '../attempt/admit.ts';
import { refused } from '../attempt/build-attempt.ts';
import { carryAndSettle, giveUp } from '../attempt/carry-and-settle.ts';
import { enrol } from '../attempt/enrol.ts';
import { factsOfAttempt } from '../attempt/facts-of-attempt.ts';
import { type GuardedSession, openGuardedSession } from '../attempt/provider-session.ts';
import type { Host, HostOptions, TodoRun } from './host.ts';
import { recover } from './recover.ts';
import { createRunContext, type RunContext } from './run-context.ts';

/** A host over the given parts. Everything durable is in kernel and vault. */
export function createHost(options: HostOptions): Host {
  const context = createRunContext(options);
  return {
    runTodo: (todoId, providerId) =>
      context.telemetry.span('carry attempt', {}, (open) =>
        context.carrying.during((admitted) =>
          runTodo(context, todoId, providerId, (attempt) => {
            open.set(factsOfAttempt(attempt));
            admitted(attempt.attemptId);
          }),
        ),
      ),
    enrolStoredSession: (todoId, providerId, person) => enrol(context, todoId, providerId, person),
    recover: () => context.telemetry.span('recover', {}, () => recover(context)),
  };
}

async function runTodo(
  context: RunContext,
  todoId: string,
  providerId: string,
  admitted: (attempt: AdmittedAttempt) => void,
): Promise<TodoRun> {
  const todo = await context.kernel.todo(context.workspace, todoId);
  if (todo?.action_unit === 'enrol_stored_session') {
    return refused('todo.needs-person', 'A person has to sign in for this todo; enrol the stored session.');
  }
  const admission = await admit(context, todoId, providerId);
  if (admission.kind === 'refused') return admission;
  const { attempt } = admission;
  admitted(attempt);
  let guarded: GuardedSession;
  try {
    const { provider, plan, storedSession, retention } = attempt;
    guarded = await openGuardedSession(context, provider, plan, storedSession, retention);
  } catch (error) {
    return giveUp(context, attempt, 'engine-start-failed', error);
  }
  context.emit({
    kind: 'session-opened',
    provider_id: attempt.provider.providerId,
    stored_session: attempt.storedSession !== null,
  });
  try {
    return await carryAndSettle(context, attempt, guarded);
  } finally {
    await guarded.close();
  }
}
