import type { Todo } from '@cux/kernel/capability';
import { type Provider, ProviderFault } from '@cux/provider-sdk';
import type { Person, TodoRun } from '../host/host.ts';
import type { RunContext } from '../host/run-context.ts';
import { admit } from './admit.ts';
import { carryAndSettle } from './carry-and-settle.ts';
import { type GuardedSession, openGuardedSession } from './provider-session.ts';
import { storedSessionName } from './stored-session.ts';

const viewport = { width: 1280, height: 900 };

/** A person signs in by takeover; then a short attempt checks the account, and the session goes into the vault. */
export async function enrol(
  context: RunContext,
  todoId: string,
  providerId: string,
  person: Person,
): Promise<TodoRun> {
  const todo = await context.kernel.todo(context.workspace, todoId);
  const provider = context.provider(providerId);
  if (todo === null || todo.action_unit !== 'enrol_stored_session' || todo.state !== 'open') {
    return {
      kind: 'refused',
      rule: 'todo.not-open',
      message: 'Signing in needs an open enrolment todo: approve its standing gate first.',
    };
  }
  if (provider === null) {
    return {
      kind: 'refused',
      rule: 'provider.unknown',
      message: 'The provider is not installed; name another one.',
    };
  }
  let guarded: GuardedSession;
  try {
    guarded = await openGuardedSession(context, provider, { viewport }, null);
  } catch (error) {
    if (!ProviderFault.isInstance(error)) throw error;
    return { kind: 'refused', rule: `provider.${error.code}`, message: error.message };
  }
  try {
    return await signInAndEnrol(context, todo, provider, guarded, person);
  } finally {
    await guarded.close();
  }
}

async function signInAndEnrol(
  context: RunContext,
  todo: Todo,
  provider: Provider,
  guarded: GuardedSession,
  person: Person,
): Promise<TodoRun> {
  const surface = (await context.capabilityOf(todo)?.signInSurface(todo)) ?? null;
  if (surface === null) {
    return {
      kind: 'refused',
      rule: 'enrol.no-sign-in',
      message: 'The recipe of this site names no sign-in page.',
    };
  }
  guarded.guard.configure({ allowed_origins: [...surface.allowed_origins], write_rules: [] });
  guarded.guard.enterHuman(surface.human_rules);
  context.emit({ kind: 'takeover-started', account: surface.account, origin: surface.origin });
  await guarded.session.surface.open(surface.start_url, 30_000);
  const takeover = await guarded.session.surface.takeover();
  try {
    await person(takeover);
  } finally {
    await takeover.release();
    guarded.guard.leaveHuman();
    context.emit({ kind: 'takeover-ended' });
  }

  // Only now does an attempt begin: none spans a person's wait.
  const admission = await admit(context, todo.todo_id, provider.providerId);
  if (admission.kind === 'refused') {
    context.emit({ kind: 'attempt-refused', rule: admission.rule, message: admission.message });
    return admission;
  }
  return carryAndSettle(context, admission.attempt, guarded, async (carried) => {
    // The session is kept before the proposal unblocks what waits for it.
    if (carried.kind !== 'reported' || carried.report.receipt.stop_reason !== 'completed') return;
    const bytes = await guarded.session.exportStoredSession();
    await context.vault.putNamed(storedSessionName(surface), bytes);
  });
}
