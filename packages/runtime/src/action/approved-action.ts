import type { StructuralAction } from '@cux/contracts';
import type { Placement, Session } from '@cux/kernel';
import { AgentAttempt, type AttemptHooks, type CommitDecision } from '@cux/provider-sdk';
import type { AdmittedAttempt } from '../attempt/admit.ts';
import { attemptParts } from '../attempt/carry.ts';
import { carryAndSettle } from '../attempt/carry-and-settle.ts';
import { factsOfAttempt } from '../attempt/facts-of-attempt.ts';
import type { HeldPlacement } from '../computer/custody.ts';
import type { RunContext } from '../host/run-context.ts';
import type { OpenSpan } from '../telemetry/open-span.ts';
import type { ActionState, Approval } from './action-state.ts';
import { admitInSession } from './admit-in-session.ts';
import { agentAction } from './agent-action.ts';
import { type ActionAnswer, refusedAction } from './answers.ts';
import { type ApprovedAction, approvedAction, forApproved } from './build-approved.ts';
import { endsPlacement } from './placement-work.ts';
import { supersede } from './supersede.ts';

/** Blockers that say nothing about the page: the approval stands, and the same key may try again. */
const passing: ReadonlySet<string> = new Set([
  'deadline_passed',
  'cancelled',
  'guard_failure',
  'evidence_missing',
]);

/** What stood in the way before the commit; `refusal`: the kernel's own words, where it was the kernel. */
interface Obstacle {
  readonly code: string;
  readonly refusal: { readonly rule: string; readonly message: string } | null;
}

/** What the pressing came to, as far as its answer and the placement depend on it. */
interface Pressing {
  obstacle: Obstacle | null;
  /** The page is gone, or nothing can be asked of it any more. */
  lost: boolean;
}

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
  const { session, computer } = state;
  const placed = computer?.placement ?? null;
  const { leaves: _, ...binding } = approval.subject.action;
  const built = approvedAction(binding, held.work, approval.subject.final_action);
  const unchanged = binding.draft_digest === held.work.draft.digest();
  if (session === null || placed === null || built === null || !unchanged)
    return supersede(context, approval);
  const facts = { 'cux.computer.id': session.computer_id, 'cux.session.id': session.session_id };
  return context.telemetry.span('carry attempt', facts, (open) =>
    carryApproved(context, { held, state, approval, session, placed, built, open }),
  );
}

async function carryApproved(
  context: RunContext,
  parts: {
    readonly held: HeldPlacement;
    readonly state: ActionState;
    readonly approval: Approval;
    readonly session: Session;
    readonly placed: Pick<Placement, 'provider_id'>;
    readonly built: ApprovedAction;
    readonly open: OpenSpan;
  },
): Promise<ActionAnswer> {
  const { held, state, approval, session, placed, built, open } = parts;
  const { action } = state;
  const admission = await admitInSession(context, {
    sessionId: session.session_id,
    agent: session.agent,
    todoId: approval.todo_id,
    providerId: placed.provider_id,
    prepare: forApproved(built, {}),
    // One press, and no longer than it takes.
    bounds: { actions: 1, lease_ms: context.leaseMs },
  });
  if (admission.kind === 'refused') {
    return mismatches.has(admission.rule)
      ? supersede(context, approval)
      : refusedAction(admission.rule, admission.message, 'attempt');
  }
  const { attempt } = admission;
  open.set(factsOfAttempt(attempt));
  const pressing: Pressing = { obstacle: null, lost: false };
  const run = async (hooks: AttemptHooks) => {
    const agent = new AgentAttempt(
      { ...attemptParts(context, attempt, held.guarded), hooks },
      held.work.draft,
    );
    await pressApproved(context, agent, hooks, { attempt, action, approval, pressing });
    return agent.finish('completed');
  };
  try {
    await context.carrying.during(async (admitted) => {
      admitted(attempt.attemptId);
      return carryAndSettle(context, attempt, held.guarded, undefined, (hooks) =>
        run(hooks).catch((fault: unknown) => {
          // The guard is cut for it, and denies everything for good.
          pressing.lost = true;
          throw fault;
        }),
      );
    });
    held.work.observation = null;
    return await cameTo(context, { action, session, approval, attemptId: attempt.attemptId, pressing });
  } finally {
    if (pressing.lost) held.guarded.lose();
  }
}

/** Refusals at admission that say that what would be done is not what was approved. */
const mismatches: ReadonlySet<string> = new Set([
  'gate.subject-changed',
  'gate.record-moved',
  'approval.other-action',
]);

/** Prepare, keep what was seen, commit, press. Notes what stood in the way before the commit. */
async function pressApproved(
  context: RunContext,
  agent: AgentAttempt,
  hooks: AttemptHooks,
  parts: {
    readonly attempt: AdmittedAttempt;
    readonly action: StructuralAction;
    readonly approval: Approval;
    readonly pressing: Pressing;
  },
): Promise<void> {
  const { action, approval, attempt, pressing } = parts;
  const { element } = approval.subject.action;
  const limits = context.limits.driver;
  const found = await agent.prepare(element, limits.target + limits.press);
  const classes = attempt.plan.evidence.length === 0 ? (['screenshot'] as const) : attempt.plan.evidence;
  const lacking = found ?? (await agent.capture(classes, limits.evidence));
  if (lacking !== null) {
    agent.stop(lacking);
    pressing.obstacle = { code: lacking.code, refusal: null };
    pressing.lost = endsPlacement(lacking.code);
    return;
  }
  // What was seen may have taken long, and the permit is over with the lease.
  const decision = (await hooks.progress(0)) ? await hooks.prepared() : leaseLost;
  if (decision.kind === 'refused')
    pressing.obstacle = { code: decision.code, refusal: decision.refusal ?? null };
  const cut = await agent.press(
    agentAction(action.intent),
    element,
    decision,
    Math.min(limits.press, action.deadline_ms),
  );
  pressing.lost = endsPlacement(cut);
  if (decision.kind === 'permit') await hooks.pressed?.();
}

const leaseLost: CommitDecision & { readonly kind: 'refused' } = {
  kind: 'refused',
  code: 'cancelled',
  refusal: {
    rule: 'attempt.lease-over',
    message: 'The lease was over before it was carried out, and nothing has left; retry under the same key.',
  },
};

/** By what the kernel knows of the attempt, not by what was just seen. */
async function cameTo(
  context: RunContext,
  parts: {
    readonly action: StructuralAction;
    readonly session: Session;
    readonly approval: Approval;
    readonly attemptId: string;
    readonly pressing: Pressing;
  },
): Promise<ActionAnswer> {
  const { action, session, approval, attemptId } = parts;
  const { obstacle, lost } = parts.pressing;
  const { kernel, workspace, processId } = context;
  const attempt = await kernel.attempt(workspace, attemptId);
  if (attempt?.permit_id == null) {
    if (lost || (obstacle !== null && !passing.has(obstacle.code))) return supersede(context, approval);
    const { rule, message } = obstacle?.refusal ?? notCarriedOut(obstacle?.code ?? 'not-committed');
    // It came past the ladder, so it is of none of its rungs: the page was looked at.
    return refusedAction(rule, message);
  }
  // Its question has been used.
  context.unkept.forget(approval);
  const completed = attempt.receipt?.stop_reason === 'completed';
  const outcome = completed ? 'performed' : attempt.state === 'void' ? 'stopped' : 'outcome_unknown';
  const rule = outcome === 'stopped' ? 'nothing-sent' : null;
  await context.send('settle-action', [attemptId, action.idempotency_key], {
    session_id: session.session_id,
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

function notCarriedOut(code: string): { readonly rule: string; readonly message: string } {
  return {
    rule: `attempt.${code.replaceAll('_', '-')}`,
    message: 'It was not carried out, and nothing has left; retry under the same key.',
  };
}
