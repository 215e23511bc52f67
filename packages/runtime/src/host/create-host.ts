import { admit } from '../attempt/admit.ts';
import { carryAndSettle, giveUp } from '../attempt/carry-and-settle.ts';
import { enrol } from '../attempt/enrol.ts';
import { type GuardedSession, openGuardedSession } from '../attempt/provider-session.ts';
import type { Host, HostOptions, TodoRun } from './host.ts';
import { recover } from './recover.ts';
import { createRunContext, type RunContext } from './run-context.ts';

/** A host over the given parts. It keeps no state of its own: everything durable is in kernel and vault. */
export function createHost(options: HostOptions): Host {
  const context = createRunContext(options);
  return {
    runTodo: (todoId, providerId) => runTodo(context, todoId, providerId),
    enrolStoredSession: (todoId, providerId, person) => enrol(context, todoId, providerId, person),
    recover: () => recover(context),
  };
}

async function runTodo(context: RunContext, todoId: string, providerId: string): Promise<TodoRun> {
  const admission = await admit(context, todoId, providerId);
  if (admission.kind === 'refused') {
    context.emit({ kind: 'attempt-refused', rule: admission.rule, message: admission.message });
    return admission;
  }
  const { attempt } = admission;
  let guarded: GuardedSession;
  try {
    guarded = await openGuardedSession(context, attempt.provider, attempt.plan, attempt.storedSession);
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
