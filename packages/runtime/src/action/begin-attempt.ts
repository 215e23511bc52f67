import type { Session } from '@cux/kernel';
import { AgentAttempt, blocker } from '@cux/provider-sdk';
import type { AdmittedAttempt } from '../attempt/admit.ts';
import { type Prepare, refused } from '../attempt/build-attempt.ts';
import { attemptParts, leaseKeeper } from '../attempt/carry.ts';
import { abandon, giveUp } from '../attempt/carry-and-settle.ts';
import { factsOfAttempt } from '../attempt/facts-of-attempt.ts';
import { held as heldBy } from '../attempt/held.ts';
import { keepEvidence } from '../attempt/keep-evidence.ts';
import type { Custody, HeldPlacement } from '../computer/custody.ts';
import { onComputer } from '../computer/on-computer.ts';
import type { HostRefusal } from '../host/host.ts';
import type { RunContext } from '../host/run-context.ts';
import { factsOf } from '../telemetry/attributes.ts';
import type { OpenSpan } from '../telemetry/open-span.ts';
import { admitInSession } from './admit-in-session.ts';
import { endAttempt } from './end-attempt.ts';
import { endsPlacement } from './placement-work.ts';

/** An agent begins to work on a todo, in its session. */
export interface BeginRequest {
  readonly session_id: string;
  readonly todo_id: string;
  /** From the start of the plan (default), or from the page that is shown, with what was typed into it. */
  readonly from?: 'start' | 'here';
}

export type Begun = { readonly kind: 'begun'; readonly attempt_id: string } | HostRefusal;

/** Structural actions that one attempt of a session may take at most. */
export const actionsPerAttempt = 100;
/** How long such an attempt is held without progress, in milliseconds. */
export const agentLeaseMs = 600_000;

/** One attempt at a time in a session; it ends with an approval, a takeover, its time, or when the agent ends it. */
export async function beginAttempt(
  context: RunContext,
  custody: Custody,
  request: BeginRequest,
): Promise<Begun> {
  const session = await context.kernel.session(context.workspace, request.session_id);
  if (session?.state !== 'open') {
    return refused('session.unknown', 'There is no such open session; open one.');
  }
  return onComputer(context, custody, session.computer_id, async () => {
    const held = custody.get(session.computer_id);
    const computer = await context.kernel.computer(context.workspace, session.computer_id);
    if (held === null || held.generation !== computer?.generation || computer.placement === null) {
      return refused('screen.detached', 'The Screen is not attached; wake its Computer first.');
    }
    const { provider_id } = computer.placement;
    const span = context.telemetry.open('carry attempt', {
      'cux.computer.id': session.computer_id,
      'cux.session.id': session.session_id,
    });
    const begin = async (): Promise<Begun> => {
      const admission = await admitInSession(context, {
        sessionId: session.session_id,
        agent: session.agent,
        todoId: request.todo_id,
        providerId: provider_id,
        prepare: forAgent,
        bounds: { actions: actionsPerAttempt, lease_ms: agentLeaseMs },
      });
      if (admission.kind === 'refused') return admission;
      span.set(factsOfAttempt(admission.attempt));
      await closeOlder(context, held);
      return start(context, { held, span, admitted: admission.attempt, session }, request.from);
    };
    return beginning(span, begin);
  });
}

/**
 * One that the kernel holds to be over, since another is admitted on its Screen: its lease ended, and whoever recovered gave
 * it up. It is closed here too, so that nothing is done or told in its name any more.
 */
async function closeOlder(context: RunContext, held: HeldPlacement): Promise<void> {
  if (held.work.running === null) return;
  held.work.running.agent.stop(blocker('cancelled'));
  await endAttempt(context, held, 'completed');
}

/** What has begun is ended elsewhere, and its span with it; what has not is over with this. */
async function beginning(span: OpenSpan, begin: () => Promise<Begun>): Promise<Begun> {
  try {
    const begun = await span.within(begin);
    if (begun.kind === 'refused') span.end(factsOf(begun));
    return begun;
  } catch (error) {
    span.fail(error);
    throw error;
  }
}

/** The capability's own request and plan for an agent; what it has no use for is refused. */
const forAgent: Prepare = async (capability, input) =>
  (await capability.prepareSession?.({ ...input, extractions: {}, action: null })) ??
  refused('capability.no-agents', 'The capability has no use for an agent here; run the todo as a plan.');

interface Starting {
  readonly held: HeldPlacement;
  readonly span: OpenSpan;
  readonly admitted: AdmittedAttempt;
  readonly session: Pick<Session, 'session_id' | 'computer_id'>;
}

/** What was admitted and does not come about is given up at once: nobody would carry it. */
async function start(
  context: RunContext,
  starting: Starting,
  from: 'start' | 'here' = 'start',
): Promise<Begun> {
  const { held, admitted } = starting;
  try {
    return await startAdmitted(context, starting, from);
  } catch (error) {
    if (held.work.running?.admitted.attemptId === admitted.attemptId) held.work.running = null;
    held.guarded.denyAll();
    return giveUp(context, admitted, 'host-fault', error);
  }
}

async function startAdmitted(
  context: RunContext,
  { held, span, admitted, session }: Starting,
  from: 'start' | 'here',
): Promise<Begun> {
  const { attemptId, fence } = admitted;
  const { guarded, work } = held;
  const started = await context.send('start-attempt', [attemptId, fence], {
    ...heldBy(context, admitted),
    session_reference: guarded.session.sessionReference,
  });
  if (started.kind === 'refused') {
    await abandon(context, admitted, 'start-refused');
    return refused(started.rule, started.message);
  }
  const agent = new AgentAttempt(
    {
      ...attemptParts(context, admitted, guarded),
      hooks: { keepEvidence: (evidence) => keepEvidence(context, admitted, evidence) },
    },
    work.draft,
  );
  const obstacle = await agent.begin(from, context.limits.driver.navigation);
  const keepLease = leaseKeeper(context, admitted, agentLeaseMs);
  const sessionId = session.session_id;
  work.running = { sessionId, admitted, agent, span, budget: actionsPerAttempt, begun: 0, keepLease };
  if (obstacle === null) return { kind: 'begun', attempt_id: attemptId };
  await endAttempt(context, held, 'completed');
  if (endsPlacement(obstacle.code)) guarded.lose();
  return refused(
    `begin.${obstacle.code.replaceAll('_', '-')}`,
    'The page could not be reached as planned; see the todo.',
  );
}
