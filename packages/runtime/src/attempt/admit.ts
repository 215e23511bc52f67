import { canonicalForm, type Digest, type Principal, planDigest } from '@cux/contracts';
import type { Todo } from '@cux/kernel/capability';
import type { HostRefusal } from '../host/host.ts';
import type { RunContext } from '../host/run-context.ts';
import { type BuiltAttempt, buildAttempt, refused, unfit } from './build-attempt.ts';
import { explained } from './explained.ts';
import { factsOfAttempt } from './facts-of-attempt.ts';
import { findStoredSession } from './find-stored-session.ts';

/** How long to wait at least before a kernel is asked again, in milliseconds. */
const askAgainMs = 100;

/** An attempt that the kernel has admitted, with all that the host needs to carry it across. */
export interface AdmittedAttempt
  extends Omit<BuiltAttempt, 'kind' | 'notReady' | 'planBytes' | 'policy' | 'profile'> {
  readonly planDigest: Digest;
  readonly attemptId: string;
  readonly fence: number;
  readonly idempotencyKey: string;
  readonly requestDigest: Digest;
  readonly storedSession: Uint8Array | null;
}

export type Admission = { readonly kind: 'admitted'; readonly attempt: AdmittedAttempt } | HostRefusal;

/** Builds the attempt and has the kernel admit it. No contact yet. A refusal is told as an event, too. */
export async function admit(context: RunContext, todoId: string, providerId: string): Promise<Admission> {
  const admission = await buildAndAdmit(context, todoId, providerId);
  if (admission.kind === 'refused') {
    context.emit({ kind: 'attempt-refused', rule: admission.rule, message: admission.message });
  }
  return admission;
}

async function buildAndAdmit(context: RunContext, todoId: string, providerId: string): Promise<Admission> {
  try {
    return await context.telemetry.span('admit attempt', { 'cux.provider.id': providerId }, async (open) => {
      const built = await buildAttempt(context, todoId, providerId);
      const admission = built.kind === 'refused' ? built : await admitBuilt(context, built);
      if (admission.kind === 'admitted') open.set(factsOfAttempt(admission.attempt));
      return admission;
    });
  } catch (error) {
    const refusal = explained(error);
    if (refusal === null) throw error;
    return refusal;
  }
}

/** Where an attempt of a session is made, and how much it may do there. */
export interface SessionPlace {
  readonly session_id: string;
  readonly agent: Principal;
  /** Structural actions, reserved from the quota. */
  readonly actions: number;
  /** Milliseconds that it is held without progress: an agent thinks longer than a plan. */
  readonly lease_ms: number;
}

/** Has the kernel admit what was built: on its own, or as part of a session. */
export async function admitBuilt(
  context: RunContext,
  built: BuiltAttempt,
  place: SessionPlace | null = null,
): Promise<Admission> {
  const { todo, draft, plan, planBytes, policy, notReady, profile } = built;
  context.emit({ kind: 'request-built', request: draft.request, policy });
  const refusal = unfit(built);
  if (refusal !== null) return refusal;

  const digest = planDigest(plan);
  await context.vault.putNamed(`plan/${digest}`, planBytes);
  const provenance = provenanceOf(context, built, place?.agent ?? context.agent);
  const stored = await findStoredSession(context, draft, todo, provenance);
  // Each try has its own key: that two tries admit one attempt is the kernel's rule, by the todo's state and fence.
  const answer = await context.send('admit-attempt', [todo.todo_id, context.ids.next('key')], {
    todo_id: todo.todo_id,
    request: new TextEncoder().encode(canonicalForm(draft.request)),
    plan_digest: digest,
    extractions: plan.extractions.map(({ name, type, required }) => ({ name, type, required })),
    draft_rules: plan.write_rules.map(({ id }) => id),
    permit_rules: plan.permit_rules.length,
    subject: subjectFor(context, built),
    retention: built.retention,
    standing_gate_id: stored?.gateId ?? null,
    ...(draft.stored_session === null ? {} : { stored_session: draft.stored_session }),
    provider: { profile, ready: notReady === null },
    policy: {
      effect: policy.effect === 'require_approval' ? 'require_approval' : 'permit',
      version: context.policy.version,
    },
    provenance,
    process_id: context.processId,
    lease_ms: place?.lease_ms ?? context.leaseMs,
    deadline_ms: plan.deadline_ms,
    // Its steps, and the press of the final action.
    actions: place?.actions ?? plan.steps.length + 1,
    ...(place === null ? {} : { session_id: place.session_id }),
  });
  if (answer.kind === 'refused') return refusedUntil(context, answer, todo);
  const { attempt_id, fence, idempotency_key, request_digest } = answer.result;
  context.emit({ kind: 'attempt-admitted', attempt_id, fence });
  return {
    kind: 'admitted',
    attempt: {
      ...built,
      planDigest: digest,
      attemptId: attempt_id,
      fence,
      idempotencyKey: idempotency_key,
      requestDigest: request_digest,
      storedSession: stored?.bytes ?? null,
    },
  };
}

/** What is admitted is what was approved: as the kernel was told of it. */
function subjectFor({ unkept }: RunContext, { draft: { subject }, retention }: BuiltAttempt) {
  return subject === null || retention === 'standard' ? subject : unkept.subject(subject);
}

/** Everybody who asks for this, builds it or runs it, as far as the host knows; the kernel adds who asked for the todo. */
function provenanceOf(
  { operator }: RunContext,
  { todo, provider }: BuiltAttempt,
  agent: Principal,
): readonly Principal[] {
  return [
    agent,
    operator,
    { kind: 'capability', id: todo.capability },
    { kind: 'provider', id: provider.providerId },
  ];
}

/**
 * A todo that has to wait says until when. That may be later than its own time: a kernel that came after somebody else has not
 * measured yet that it has passed.
 */
async function refusedUntil(
  { kernel, workspace, clock }: RunContext,
  { rule, message }: Pick<HostRefusal, 'rule' | 'message'>,
  { not_before, reconciles_attempt_id: silent }: Todo,
): Promise<HostRefusal> {
  const refusal = refused(rule, message);
  if (rule !== 'todo.not-yet') return refusal;
  const left = silent === null ? null : await kernel.quietFor(workspace, silent);
  return { ...refusal, retry_at: Math.max(not_before ?? 0, clock.now() + Math.max(left ?? 0, askAgainMs)) };
}
