import { AgentAttempt, type DriverLimits, defaultLimits } from '@cux/provider-sdk';
import { type Admission, type AdmittedAttempt, admitBuilt } from '../attempt/admit.ts';
import { buildAttempt, type Prepare, refused, unfit } from '../attempt/build-attempt.ts';
import { attemptParts, leaseKeeper, reportAttempt } from '../attempt/carry.ts';
import { explained } from '../attempt/explained.ts';
import { factsOfAttempt } from '../attempt/facts-of-attempt.ts';
import { held as heldBy } from '../attempt/held.ts';
import { keepEvidence } from '../attempt/keep-evidence.ts';
import { settle } from '../attempt/settle.ts';
import type { Custody, HeldPlacement } from '../computer/custody.ts';
import type { HostRefusal, TodoRun } from '../host/host.ts';
import type { RunContext } from '../host/run-context.ts';
import { factsOf } from '../telemetry/attributes.ts';
import type { OpenSpan } from '../telemetry/open-span.ts';
import type { RunningAttempt } from './placement-work.ts';

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
  return custody.inTurn(session.computer_id, async () => {
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
      });
      if (admission.kind === 'refused') return admission;
      span.set(factsOfAttempt(admission.attempt));
      return start(context, { held, span, admitted: admission.attempt }, session.session_id, request.from);
    };
    return beginning(span, begin);
  });
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

export async function admitInSession(
  context: RunContext,
  parts: {
    readonly sessionId: string;
    readonly agent: AdmissionAgent;
    readonly todoId: string;
    readonly providerId: string;
    readonly prepare: Prepare;
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
        actions: actionsPerAttempt,
        lease_ms: agentLeaseMs,
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

type AdmissionAgent = NonNullable<Parameters<typeof admitBuilt>[2]>['agent'];

async function start(
  context: RunContext,
  parts: {
    readonly held: HeldPlacement;
    readonly span: OpenSpan;
    readonly admitted: AdmittedAttempt;
  },
  sessionId: string,
  from: 'start' | 'here' = 'start',
): Promise<Begun> {
  const { held, span, admitted } = parts;
  const { attemptId, fence } = admitted;
  const { guarded, work } = held;
  const started = await context.send('start-attempt', [attemptId, fence], {
    ...heldBy(context, admitted),
    session_reference: guarded.session.sessionReference,
  });
  if (started.kind === 'refused') return refused(started.rule, started.message);
  const agent = new AgentAttempt(
    {
      ...attemptParts(context, admitted, guarded),
      hooks: { keepEvidence: (evidence) => keepEvidence(context, admitted, evidence) },
    },
    work.draft,
  );
  const obstacle = await agent.begin(from, limitsOf(context).navigation);
  const keepLease = leaseKeeper(context, admitted, agentLeaseMs);
  work.running = { sessionId, admitted, agent, span, budget: actionsPerAttempt, begun: 0, keepLease };
  if (obstacle === null) return { kind: 'begun', attempt_id: attemptId };
  await endAttempt(context, held, 'completed');
  return refused(
    `begin.${obstacle.code.replaceAll('_', '-')}`,
    'The page could not be reached as planned; see the todo.',
  );
}

export function limitsOf({ limits }: Pick<RunContext, 'limits'>): DriverLimits {
  return { ...defaultLimits, ...limits?.driver };
}

/**
 * Ends the session's attempt: its receipt is compiled from the recorded steps, reported, and its reducer is run. Null where
 * none is under way here.
 */
export async function endAttempt(
  context: RunContext,
  { guarded, work }: HeldPlacement,
  ending: 'completed' | 'stopped_at_gate',
): Promise<TodoRun | null> {
  const { running } = work;
  if (running === null) return null;
  work.running = null;
  const { span } = running;
  try {
    const run = await span.within(() => endRunning(context, guarded, running, ending));
    span.end(factsOf(run));
    return run;
  } catch (error) {
    span.fail(error);
    throw error;
  }
}

async function endRunning(
  context: RunContext,
  guarded: HeldPlacement['guarded'],
  { admitted, agent, begun }: RunningAttempt,
  ending: 'completed' | 'stopped_at_gate',
): Promise<TodoRun | null> {
  const report = agent.finish(ending);
  // Nobody works on the page any more, until the next attempt begins.
  guarded.guard.configure({ allowed_origins: [], write_rules: [] });
  const reported = await reportAttempt(context, admitted, { report, actions: begun }, { permitId: null });
  if (reported.kind === 'reported') return settle(context, admitted.attemptId, 'stored');
  await context.send('abandon-attempt', [admitted.attemptId, admitted.fence, 'receipt-refused'], {
    ...heldBy(context, admitted),
    because: 'receipt-refused',
  });
  return reported.kind === 'refused' ? refused(reported.rule, reported.message) : null;
}

/** The agent's own end of its attempt. What it leaves on the screen is seen once more for the receipt. */
export async function endOf(
  context: RunContext,
  custody: Custody,
  sessionId: string,
): Promise<TodoRun | null> {
  const session = await context.kernel.session(context.workspace, sessionId);
  const computerId = session?.computer_id ?? '';
  return custody.inTurn(computerId, async () => {
    const held = custody.get(computerId);
    const running = held?.work.running ?? null;
    if (held === null || running === null || running.sessionId !== sessionId) return null;
    const { evidence } = running.admitted.plan;
    const lacking = await running.agent.capture(evidence, limitsOf(context).evidence);
    if (lacking !== null) running.agent.stop(lacking);
    return endAttempt(context, held, 'completed');
  });
}

/**
 * A person wants the Screen: the attempt that is under way ends, with all that it has done so far. What the host knows of the
 * page is the agent's no longer: a person may leave another one.
 */
export async function yieldScreen(context: RunContext, custody: Custody, computerId: string): Promise<void> {
  await custody.inTurn(computerId, async () => {
    const held = custody.get(computerId);
    if (held === null) return;
    held.work.running?.agent.stop({ code: 'cancelled', label: null, dialogKind: null });
    await endAttempt(context, held, 'completed');
    held.work.forget();
  });
}
