import { canonicalForm, type Digest, type Plan, planDigest, planSchema } from '@cux/contracts';
import type { Gate, Goal } from '@cux/kernel';
import type { AttemptDraft, Capability, CapabilityRecord, Todo } from '@cux/kernel/capability';
import { decideAction } from '@cux/policy';
import type { Provider } from '@cux/provider-sdk';
import type { RunContext } from '../host/run-context.ts';
import { planSubjectMismatch } from './plan-matches-subject.ts';
import { storedSessionName } from './stored-session.ts';

/** An attempt that the kernel has admitted, with all that the host needs to carry it across. */
export interface AdmittedAttempt {
  readonly todo: Todo;
  readonly capability: Capability;
  readonly provider: Provider;
  readonly record: CapabilityRecord | null;
  readonly gate: Gate | null;
  readonly draft: AttemptDraft;
  readonly plan: Plan;
  readonly planDigest: Digest;
  readonly attemptId: string;
  readonly fence: number;
  readonly idempotencyKey: string;
  readonly requestDigest: Digest;
  readonly storedSession: Uint8Array | null;
}

export type Admission =
  | { readonly kind: 'admitted'; readonly attempt: AdmittedAttempt }
  | { readonly kind: 'refused'; readonly rule: string; readonly message: string };

function refused(rule: string, message: string): Admission {
  return { kind: 'refused', rule, message };
}

/** Builds the request from todo, gate head, profile and rules, asks policy, and has the kernel admit it. No contact yet. */
export async function admit(context: RunContext, todoId: string, providerId: string): Promise<Admission> {
  const todo = await context.kernel.todo(context.workspace, todoId);
  if (todo === null)
    return refused('todo.unknown', 'There is no such todo; list them and name one that is open.');
  const goal = await context.kernel.goal(context.workspace, todo.goal_id);
  if (goal === null)
    return refused('goal.unknown', 'The todo belongs to no known goal; the store may be incomplete.');
  const capability = context.capabilityOf(todo);
  if (capability === null) {
    return refused('capability.unknown', 'The capability of this todo is not installed; add it to the host.');
  }
  const provider = context.provider(providerId);
  if (provider === null) {
    return refused('provider.unknown', 'The provider is not installed; install it or name another one.');
  }
  if (todo.state !== 'open') {
    return refused('todo.not-open', `The todo is ${todo.state}; only an open todo can be attempted.`);
  }
  return admitTodo(context, { todo, goal, capability, provider });
}

async function admitTodo(
  context: RunContext,
  parts: {
    readonly todo: Todo;
    readonly goal: Goal;
    readonly capability: Capability;
    readonly provider: Provider;
  },
): Promise<Admission> {
  const { todo, goal, capability, provider } = parts;
  const [record, gate, doctor] = await Promise.all([
    context.recordOf(todo),
    context.gateOf(todo),
    provider.doctor(),
  ]);
  const profile = provider.profile();
  const draft = await capability.prepareAttempt({ todo, record, gate, profile });
  const plan = planSchema.parse(draft.plan);
  const mismatch = planSubjectMismatch(plan, draft);
  if (mismatch !== null) {
    return refused(
      mismatch,
      'The plan is not what the approval would be about; mend the capability that built it.',
    );
  }
  const policy = decideAction(context.policy, {
    action_unit: plan.action_unit,
    effect_class: draft.request.effect_class,
    mode: goal.mode,
    origins: plan.allowed_origins,
    final_action: plan.final_action,
  });
  context.emit({ kind: 'request-built', request: draft.request, policy });
  if (policy.effect === 'forbid') {
    return refused('policy.forbidden', `The action policy forbids this: ${policy.reasons.join('; ')}.`);
  }

  const digest = planDigest(plan);
  await context.vault.putNamed(`plan/${digest}`, new TextEncoder().encode(canonicalForm(plan)));
  const stored = await findStoredSession(context, draft, todo);
  const notReady = doctor.find((line) => !line.ok);
  // Each try has its own key: that two tries admit one attempt is the kernel's rule, by the todo's state and fence.
  const answer = await context.send('admit-attempt', [todo.todo_id, context.ids.next('key')], {
    todo_id: todo.todo_id,
    request: new TextEncoder().encode(canonicalForm(draft.request)),
    plan_digest: digest,
    extractions: plan.extractions.map(({ name, type, required }) => ({ name, type, required })),
    subject: draft.subject,
    standing_gate_id: stored?.gateId ?? null,
    provider: { profile, ready: notReady === undefined },
    provenance: [
      context.agent,
      context.operator,
      { kind: 'capability', id: todo.capability },
      { kind: 'provider', id: provider.providerId },
    ],
    process_id: context.processId,
    lease_ms: context.leaseMs ?? 60_000,
    deadline_ms: plan.deadline_ms,
  });
  if (answer.kind === 'refused') {
    return refused(answer.rule, notReady === undefined ? answer.message : notReady.message);
  }
  const { attempt_id, fence, idempotency_key, request_digest } = answer.result;
  context.emit({ kind: 'attempt-admitted', attempt_id, fence });
  return {
    kind: 'admitted',
    attempt: {
      todo,
      capability,
      provider,
      record,
      gate,
      draft,
      plan,
      planDigest: digest,
      attemptId: attempt_id,
      fence,
      idempotencyKey: idempotency_key,
      requestDigest: request_digest,
      storedSession: stored?.bytes ?? null,
    },
  };
}

/** The stored session that the draft asks for, if a standing gate for it is open and the vault has it. */
async function findStoredSession(
  context: RunContext,
  draft: AttemptDraft,
  todo: Todo,
): Promise<{ readonly gateId: string; readonly bytes: Uint8Array | null } | null> {
  const wanted = draft.stored_session;
  if (wanted === null) return null;
  if (draft.request.effect_class === 'credential_use') {
    return todo.gate_id === null ? null : { gateId: todo.gate_id, bytes: null };
  }
  const gates = await context.kernel.gates(context.workspace, { statuses: ['open'] });
  const standing = gates.find(
    (gate) =>
      gate.kind === 'standing' &&
      'account' in gate.subject &&
      gate.subject.account === wanted.account &&
      gate.subject.origin === wanted.origin,
  );
  if (standing === undefined) return null;
  const bytes = await context.vault.getNamed(storedSessionName(wanted));
  return bytes === null ? null : { gateId: standing.gate_id, bytes };
}
