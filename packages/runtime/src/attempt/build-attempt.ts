import { canonicalForm, type Finding, judgePlan, type Plan, type RetentionKind } from '@cux/contracts';
import type { Amounts, Gate, Goal, Measure, QuotaUsage } from '@cux/kernel';
import type { AttemptDraft, AttemptInput, Capability, CapabilityRecord, Todo } from '@cux/kernel/capability';
import type { PolicyDecision } from '@cux/policy';
import type { DoctorLine, Provider } from '@cux/provider-sdk';
import type { HostRefusal } from '../host/host.ts';
import type { RunContext } from '../host/run-context.ts';
import { keepsSomething, retentionOf } from '../retention/may-keep-nothing.ts';
import { callProvider } from '../telemetry/traced-session.ts';
import { decidePlan } from './decide-plan.ts';
import { planSubjectMismatch } from './plan-matches-subject.ts';
import { policyVersion } from './policy-version.ts';
import { within } from './within.ts';

/** An attempt as it would be asked for: nothing is admitted, nothing is contacted. */
export interface BuiltAttempt {
  readonly kind: 'built';
  readonly todo: Todo;
  readonly capability: Capability;
  readonly provider: Provider;
  readonly profile: ReturnType<Provider['profile']>;
  /** The first line of the provider's doctor that is not ok; null when it is ready. */
  readonly notReady: DoctorLine | null;
  readonly record: CapabilityRecord | null;
  readonly gate: Gate | null;
  readonly draft: AttemptDraft;
  readonly plan: Plan;
  /** The plan as it was judged, and as the vault keeps it. */
  readonly planBytes: Uint8Array;
  readonly policy: PolicyDecision;
  /** The workspace's, when it was built; the kernel admits it under no other. */
  readonly retention: RetentionKind;
  /** What the subject names, and what an approval has to name to be used. */
  readonly policyVersion: string;
}

export function refused(rule: string, message: string): HostRefusal {
  return { kind: 'refused', rule, message };
}

/** How request and plan are made: by the capability's own steps, or for an agent that acts by itself. */
export type Prepare = (capability: Capability, input: AttemptInput) => Promise<AttemptDraft | HostRefusal>;

const bySteps: Prepare = (capability, input) => capability.prepareAttempt(input);

/** Builds request and plan from todo, gate head, profile and rules, and asks policy about them. No contact. */
export async function buildAttempt(
  context: RunContext,
  todoId: string,
  providerId: string,
  prepare: Prepare = bySteps,
): Promise<BuiltAttempt | HostRefusal> {
  if (context.signal?.aborted)
    return refused('host.stopped', 'The host was stopped; start it again and run the todo then.');
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
  const standing = await context.standingOf(providerId);
  if (standing.kind === 'refused') return refused(standing.rule, standing.message);
  const { provider } = standing;
  if (todo.state !== 'open') {
    return refused('todo.not-open', `The todo is ${todo.state}; only an open todo can be attempted.`);
  }
  if (todo.not_before !== null && context.clock.now() < todo.not_before) {
    return {
      ...refused('todo.not-yet', 'What has left may still arrive; run the todo when that time is over.'),
      retry_at: todo.not_before,
    };
  }
  return build(context, { todo, goal, capability, provider, prepare });
}

async function build(
  context: RunContext,
  parts: {
    readonly todo: Todo;
    readonly goal: Goal;
    readonly capability: Capability;
    readonly provider: Provider;
    readonly prepare: Prepare;
  },
): Promise<BuiltAttempt | HostRefusal> {
  const { todo, goal, capability, provider, prepare } = parts;
  const retention = await retentionOf(context);
  const keeps = retention === 'zdr' ? await keepsSomething(context, provider) : null;
  if (keeps !== null) return keeps;
  const [record, gate, quota, doctor] = await Promise.all([
    context.recordOf(todo),
    context.gateOf(todo),
    context.kernel.quota(context.workspace, goal.goal_id),
    doctorOf(context, provider),
  ]);
  const profile = provider.profile();
  const version = policyVersion(context.policy, capability);
  const draft = await prepare(capability, { todo, record, gate, profile, policy_version: version });
  if ('kind' in draft) return draft;
  const planBytes = new TextEncoder().encode(canonicalForm(draft.plan));
  const verdict = judgePlan(planBytes);
  if (!verdict.ok) return unsound(verdict.findings);
  const plan = verdict.record;
  const mismatch = planSubjectMismatch(plan, draft, version);
  if (mismatch !== null) {
    return refused(
      mismatch,
      'The plan is not what the approval would be about; mend the capability that built it.',
    );
  }
  const policy = decidePlan(context.policy.decide, plan, {
    effect_class: draft.request.effect_class,
    mode: goal.mode,
    at: context.clock.now(),
    used: usedBy(quota),
  });
  const notReady = doctor.find((line) => !line.ok) ?? null;
  return {
    kind: 'built',
    todo,
    capability,
    provider,
    profile,
    notReady,
    record,
    gate,
    draft,
    plan,
    planBytes,
    policy,
    policyVersion: version,
    retention,
  };
}

/** What the provider's doctor says, and that it says nothing in time; nobody else is contacted for it. */
export function doctorOf(context: RunContext, provider: Provider): Promise<readonly DoctorLine[]> {
  const { providerId } = provider;
  const { opening } = context.limits;
  return callProvider(context.telemetry, { providerId, operation: 'doctor' }, () =>
    within(provider.doctor(), { milliseconds: opening, signal: context.signal }, () => silentDoctor),
  );
}

const silentDoctor: readonly DoctorLine[] = [
  {
    check: 'doctor',
    ok: false,
    message:
      'The doctor of the provider did not answer in time; run it by itself, and mend what it waits for.',
  },
];

/**
 * What the goal has used and reserved, as policy is told it. A goal always has a quota; without one nothing is used.
 *
 * @param own the attempt that policy is asked about, which is not counted
 */
export function usedBy(quota: QuotaUsage | null, own: string | null = null): Amounts {
  const reserved = Object.entries(quota?.reserved ?? {}).filter(([holder]) => holder !== own);
  const amounts = quota === null ? [] : [quota.used, ...reserved.map(([, each]) => each)];
  const sum = (measure: Measure): number => amounts.reduce((total, each) => total + each[measure], 0);
  return {
    attempts: sum('attempts'),
    actions: sum('actions'),
    wall_ms: sum('wall_ms'),
    external_writes: sum('external_writes'),
    interventions: sum('interventions'),
  };
}

/** One finding gives its own rule; of several, the message names each with its place. */
export function unsound(findings: readonly Finding[]): HostRefusal {
  const [first, ...others] = findings;
  const places = findings.map(({ rule, path }) => `${rule} at ${path || 'the whole'}`).join(', ');
  return refused(
    first !== undefined && others.length === 0 ? first.rule : 'plan.refused',
    `The plan was judged and refused (${places}); mend the capability that built it.`,
  );
}

/** The refusal in the words of the policy; null where it does not forbid. */
export function forbiddenBy({ effect, reasons }: PolicyDecision): HostRefusal | null {
  if (effect !== 'forbid') return null;
  return refused(
    'policy.forbidden',
    `The action policy forbids this: ${reasons.map(({ text }) => text).join('; ')}.`,
  );
}

/** Why it is not even asked for, or null. An approval that policy asks for is the kernel's to check. */
export function unfit({ policy, policyVersion, gate, notReady }: BuiltAttempt): HostRefusal | null {
  const forbidden = forbiddenBy(policy);
  if (forbidden !== null) return forbidden;
  if (
    gate?.status === 'open' &&
    'policy_version' in gate.subject &&
    gate.subject.policy_version !== policyVersion
  ) {
    return refused(
      'policy.changed',
      'The rules have changed since this was approved; revoke the approval (cux gate revoke) and reopen the todo (cux todo reopen) to have it asked anew.',
    );
  }
  return notReady === null ? null : refused('provider.not-ready', notReady.message);
}
