import {
  type ActionRequest,
  type Annex,
  digestOf,
  digestOfBytes,
  type EffectClass,
  judgeReceipt,
  type Permit,
  type Plan,
  permitRulesDigest,
  planDigest,
  planSchema,
  type Receipt,
  type ReceiptAuthority,
} from '@cux/contracts';
import {
  type AttemptHooks,
  type CapturedEvidence,
  type CommitDecision,
  type DriverLimits,
  monotonicClock,
  type Provider,
  type ProviderSession,
  runPlan,
  startGuard,
  systemClock,
  unitForms,
} from '@cux/provider-sdk';

const body = '01j9zzzzzzzzzzzzzzzzzzzzzz';
const attemptId = `attempt_${body}`;
const gateId = `gate_${body}`;

/** Short waits: no verdict of a test depends on them, only how long a refusal takes. */
export const shortLimits: Partial<DriverLimits> = {
  target: 400,
  awaited: 600,
  press: 300,
  write: 800,
  spend: 600,
  answer: 1_000,
  following: 100,
  extraction: 300,
  poll: 10,
  dismissals: 3,
};

export type PlanParts = Partial<Omit<Plan, 'schema_version'>> & Pick<Plan, 'action_unit' | 'start_url'>;

export function planOf(parts: PlanParts): Plan {
  return planSchema.parse({
    schema_version: 'cux_plan_v1',
    allowed_origins: [new URL(parts.start_url).origin],
    steps: [],
    final_action: null,
    write_rules: [],
    permit_rules: [],
    known_modals: [],
    sign_in_walls: [],
    extractions: [],
    evidence: ['screenshot'],
    settle_ms: 20,
    deadline_ms: 20_000,
    viewport: { width: 1_280, height: 900 },
    ...parts,
  });
}

export interface AttemptSetting {
  readonly provider: Provider;
  readonly plan: Plan;
  readonly hooks?: Partial<AttemptHooks>;
  readonly limits?: Partial<DriverLimits>;
  readonly storedSession?: Uint8Array | null;
  /** For hooks that answer with a permit of their own. */
  readonly committed?: boolean;
  /** Something that happens to the session right before the plan runs. */
  readonly before?: (session: ProviderSession) => Promise<void>;
}

export interface AttemptResult {
  readonly receipt: Receipt;
  readonly annex: Annex;
  /** Rule ids of the judge's findings: none, when the report may be accepted. */
  readonly findings: readonly string[];
  readonly committed: boolean;
  readonly kept: readonly CapturedEvidence[];
}

/** One attempt as a host runs it: guard first, then the session, then the plan; closed in the opposite order. */
export async function runAttempt(setting: AttemptSetting): Promise<AttemptResult> {
  const { provider, plan } = setting;
  const guard = await startGuard({ clock: systemClock });
  const session = await provider.openSession({
    guard: guard.endpoint,
    viewport: plan.viewport,
    storedSession: setting.storedSession ?? null,
    workingDirectory: '.',
    signal: new AbortController().signal,
  });
  const kept: CapturedEvidence[] = [];
  let committed = setting.committed ?? false;
  const request = requestFor(provider, plan);
  const requestDigest = digestOf('cux/request', request);
  const hooks: AttemptHooks = {
    progress: async () => true,
    prepared: async () => {
      committed = true;
      return permitted(plan);
    },
    keepEvidence: async (evidence) => {
      kept.push(evidence);
      return digestOfBytes(evidence.bytes);
    },
    ...setting.hooks,
  };
  try {
    await setting.before?.(session);
    const report = await runPlan({
      attemptId,
      idempotencyKey: `key_${body}`,
      request,
      requestDigest,
      plan,
      planDigest: planDigest(plan),
      gateBinding: request.gate_binding ?? null,
      session,
      guard,
      hooks,
      clock: systemClock,
      signal: new AbortController().signal,
      limits: { ...shortLimits, ...setting.limits },
    });
    const authority = authorityFor(plan, request, session, committed);
    return { ...report, findings: judge(report, authority), committed, kept };
  } finally {
    await session.close();
    await guard.close();
  }
}

/** The host's answer to a commit that was asked for just now. */
export function permitted(plan: Plan): CommitDecision {
  const permit = permitFor(plan);
  return { kind: 'permit', permit, expires_at: monotonicClock.now() + permit.valid_for_ms };
}

export function permitFor(plan: Plan): Permit {
  return {
    permit_id: `permit_${body}`,
    attempt_id: attemptId,
    gate_id: gateId,
    subject_digest: digestOf('cux/subject', 'the subject of a test'),
    permit_rules_digest: permitRulesDigest(plan),
    valid_for_ms: 60_000,
  };
}

function requestFor(provider: Provider, plan: Plan): ActionRequest {
  const effectClass: EffectClass = unitForms[plan.action_unit].effectClass;
  const gated = effectClass === 'external_write' || effectClass === 'credential_use';
  return {
    schema_version: 'computer_use_action_request_v0',
    goal_id: 'goal-of-a-test',
    todo_id: 'todo-of-a-test',
    provider_id: provider.providerId,
    action_unit: plan.action_unit,
    effect_class: effectClass,
    write_scope: {
      allowed_actions: ['open approved screen'],
      forbidden_effect_classes: gated ? [] : ['external_write', 'credential_use'],
    },
    ...(gated ? { gate_binding: { gate_id: gateId, revision: 2, status: 'open' as const } } : {}),
    stop_condition: 'stop at final confirmation or unknown modal',
    validation_target: 'the screen of the plan is reached',
  };
}

function authorityFor(
  plan: Plan,
  request: ActionRequest,
  session: ProviderSession,
  committed: boolean,
): ReceiptAuthority {
  const subjectDigest = request.gate_binding === undefined ? null : permitFor(plan).subject_digest;
  return {
    request,
    request_digest: digestOf('cux/request', request),
    plan_digest: planDigest(plan),
    attempt: {
      attempt_id: attemptId,
      state: committed ? 'committed' : 'running',
      dispatched: true,
      cancelled: false,
      lease_held: true,
      deadline_passed: false,
      fence_current: true,
      committed,
    },
    channel_provider_id: request.provider_id,
    issued: { idempotency_key: `key_${body}`, session_reference: session.sessionReference },
    gate:
      request.gate_binding === undefined
        ? null
        : {
            gate_id: gateId,
            revision: committed ? 3 : 2,
            status: committed ? 'closed' : 'open',
            subject_digest: subjectDigest,
            closed_for: committed ? 'consumed' : null,
            consumed_by: committed ? attemptId : null,
          },
    subject_digest: subjectDigest,
    extractions: plan.extractions,
    draft_rules: plan.write_rules.map(({ id }) => id),
    permit_rules: plan.permit_rules.length,
  };
}

function judge(
  { receipt, annex }: { readonly receipt: Receipt; readonly annex: Annex },
  authority: ReceiptAuthority,
): readonly string[] {
  const bytes = (record: unknown) => new TextEncoder().encode(JSON.stringify(record));
  return judgeReceipt({ receipt: bytes(receipt), annex: bytes(annex), authority }).findings.map(
    ({ rule, path }) => `${rule} ${path}`,
  );
}
