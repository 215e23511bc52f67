import type { StructuralAction } from '@cux/contracts';
import type { Session } from '@cux/kernel';
import { AgentAttempt, type AttemptHooks } from '@cux/provider-sdk';
import { attemptParts } from '../attempt/carry.ts';
import { carryAndSettle } from '../attempt/carry-and-settle.ts';
import { factsOfAttempt } from '../attempt/facts-of-attempt.ts';
import type { HeldPlacement } from '../computer/custody.ts';
import type { RunContext } from '../host/run-context.ts';
import type { OpenSpan } from '../telemetry/open-span.ts';
import type { ActionState, Approval } from './action-state.ts';
import { agentAction } from './agent-action.ts';
import { type ActionAnswer, refusedAction } from './answers.ts';
import { type ApprovedAction, approvedAction, forApproved } from './build-approved.ts';
import { admitInSession, limitsOf } from './session-attempt.ts';
import { supersede } from './supersede.ts';

/** Blockers that say nothing about the page: the approval stands, and the same key may try again. */
const passing: ReadonlySet<string> = new Set([
  'deadline_passed',
  'cancelled',
  'lifecycle_failure',
  'guard_failure',
  'evidence_missing',
]);

/**
 * The approved action, as an attempt of its own: admitted against its gate, its element checked where it stands, committed,
 * pressed once. What does not match what was approved ends the approval.
 */
export async function performApproved(
  context: RunContext,
  held: HeldPlacement,
  state: ActionState,
  approval: Approval,
): Promise<ActionAnswer> {
  const { session } = state;
  const { leaves: _, ...binding } = approval.subject.action;
  const built = approvedAction(binding, held.work, approval.subject.final_action);
  const unchanged = binding.draft_digest === held.work.draft.digest();
  if (session === null || built === null || !unchanged) return supersede(context, approval);
  const facts = { 'cux.computer.id': session.computer_id, 'cux.session.id': session.session_id };
  return context.telemetry.span('carry attempt', facts, (open) =>
    carryApproved(context, { held, state, approval, session, built, open }),
  );
}

async function carryApproved(
  context: RunContext,
  parts: {
    readonly held: HeldPlacement;
    readonly state: ActionState;
    readonly approval: Approval;
    readonly session: Session;
    readonly built: ApprovedAction;
    readonly open: OpenSpan;
  },
): Promise<ActionAnswer> {
  const { held, state, approval, session, built, open } = parts;
  const { action } = state;
  const admission = await admitInSession(context, {
    sessionId: session.session_id,
    agent: session.agent,
    todoId: approval.todo_id,
    providerId:
      (await context.kernel.computer(context.workspace, session.computer_id))?.placement?.provider_id ?? '',
    prepare: forApproved(built, {}),
  });
  if (admission.kind === 'refused') {
    return mismatches.has(admission.rule)
      ? supersede(context, approval)
      : refusedAction(admission.rule, admission.message, 'attempt');
  }
  const { attempt } = admission;
  open.set(factsOfAttempt(attempt));
  let obstacle: string | null = null;
  const run = async (hooks: AttemptHooks) => {
    const agent = new AgentAttempt(
      { ...attemptParts(context, attempt, held.guarded), hooks },
      held.work.draft,
    );
    obstacle = await pressApproved(context, agent, hooks, { attempt, action, approval });
    return agent.finish('completed');
  };
  await context.carrying.during(async (admitted) => {
    admitted(attempt.attemptId);
    return carryAndSettle(context, attempt, held.guarded, undefined, run);
  });
  held.work.observation = null;
  return cameTo(context, state, approval, attempt.attemptId, obstacle);
}

/** Refusals at admission that say that what would be done is not what was approved. */
const mismatches: ReadonlySet<string> = new Set([
  'gate.subject-changed',
  'gate.record-moved',
  'approval.other-action',
]);

/** Prepare, keep what was seen, commit, press. Answers what stood in the way before the commit. */
async function pressApproved(
  context: RunContext,
  agent: AgentAttempt,
  hooks: AttemptHooks,
  parts: {
    readonly attempt: {
      readonly plan: {
        readonly evidence: readonly (
          | 'screenshot'
          | 'accessibility_snapshot'
          | 'trace'
          | 'video'
          | 'read_back'
        )[];
      };
    };
    readonly action: StructuralAction;
    readonly approval: Approval;
  },
): Promise<string | null> {
  const { action, approval, attempt } = parts;
  const { element } = approval.subject.action;
  const limits = limitsOf(context);
  const found = await agent.prepare(element, limits.target + limits.press);
  const classes = attempt.plan.evidence.length === 0 ? (['screenshot'] as const) : attempt.plan.evidence;
  const lacking = found ?? (await agent.capture(classes, limits.evidence));
  if (lacking !== null) {
    agent.stop(lacking);
    return lacking.code;
  }
  const decision = await hooks.prepared();
  await agent.press(
    agentAction(action.intent),
    element,
    decision,
    Math.min(limits.press, action.deadline_ms),
  );
  if (decision.kind === 'permit') await hooks.pressed?.();
  return decision.kind === 'refused' ? decision.code : null;
}

/** By what the kernel knows of the attempt, not by what was just seen. */
async function cameTo(
  context: RunContext,
  { action, session }: ActionState,
  approval: Approval,
  attemptId: string,
  obstacle: string | null,
): Promise<ActionAnswer> {
  const { kernel, workspace, processId } = context;
  const attempt = await kernel.attempt(workspace, attemptId);
  if (attempt?.permit_id == null) {
    if (obstacle !== null && !passing.has(obstacle)) return supersede(context, approval);
    return refusedAction(
      `attempt.${(obstacle ?? 'not-committed').replaceAll('_', '-')}`,
      'It was not carried out, and nothing has left; retry under the same key.',
    );
  }
  const completed = attempt.receipt?.stop_reason === 'completed';
  const outcome = completed ? 'performed' : attempt.state === 'void' ? 'stopped' : 'outcome_unknown';
  const rule = outcome === 'stopped' ? 'nothing-sent' : null;
  await context.send('settle-action', [attemptId, action.idempotency_key], {
    session_id: session?.session_id ?? '',
    key: action.idempotency_key,
    attempt_id: attemptId,
    process_id: processId,
    outcome,
    rule,
  });
  if (outcome === 'performed') return { kind: 'performed', attempt_id: attemptId };
  return outcome === 'stopped'
    ? { kind: 'stopped', rule: 'nothing-sent', attempt_id: attemptId }
    : { kind: 'outcome_unknown' };
}
