import {
  type ActionRequest,
  digestOf,
  digestOfBytes,
  type GateBinding,
  type Permit,
  type Plan,
  permitRulesDigest,
  planDigest,
  planSchema,
} from '@cux/contracts';
import { systemClock } from '../../../src/guard/system-clock.ts';
import {
  type AttemptHooks,
  type CommitDecision,
  type Guard,
  monotonicClock,
  type RunPlanInput,
  runPlan,
  type Surface,
  unitForms,
} from '../../../src/index.ts';

const idBody = '01j9zzzzzzzzzzzzzzzzzzzzzz';
export const attemptId = `attempt_${idBody}`;
export const openGate: GateBinding = { gate_id: `gate_${idBody}`, revision: 2, status: 'open' };

export function planOf(parts: Partial<Plan> = {}): Plan {
  return planSchema.parse({
    schema_version: 'cux_plan_v1',
    action_unit: 'draft_until_review_gate',
    start_url: 'https://site.example/entry',
    allowed_origins: ['https://site.example'],
    steps: [{ kind: 'fill', target: { role: 'textbox', name: 'Title' }, value: 'Quarterly notes' }],
    final_action: { role: 'button', name: 'Publish' },
    write_rules: [],
    permit_rules: [],
    known_modals: [],
    sign_in_walls: [],
    extractions: [],
    evidence: ['screenshot'],
    settle_ms: 0,
    deadline_ms: 10_000,
    viewport: { width: 1_280, height: 900 },
    ...parts,
  });
}

export function publishPlan(parts: Partial<Plan> = {}): Plan {
  return planOf({
    action_unit: 'publish_after_approved_gate',
    steps: [{ kind: 'verify', target: { role: 'textbox', name: 'Title' }, value: 'Quarterly notes' }],
    permit_rules: [
      {
        id: 'publish',
        effect_class: 'external_write',
        describes: 'publish the entry',
        method: 'POST',
        origin: 'https://site.example',
        path: '/entries/7',
        query: [],
        override_method: null,
        body: { kind: 'empty' },
      },
    ],
    ...parts,
  });
}

export function permitFor(plan: Plan, parts: Partial<Permit> = {}): Permit {
  return {
    permit_id: `permit_${idBody}`,
    attempt_id: attemptId,
    gate_id: openGate.gate_id,
    subject_digest: digestOf('cux/subject', 'a test'),
    permit_rules_digest: permitRulesDigest(plan),
    valid_for_ms: 60_000,
    ...parts,
  };
}

/** The host's answer to a commit that was asked for just now. */
export function permitted(plan: Plan, parts: Partial<Permit> = {}): CommitDecision {
  const permit = permitFor(plan, parts);
  return { kind: 'permit', permit, expires_at: monotonicClock.now() + permit.valid_for_ms };
}

export function requestOf(plan: Plan, gate: GateBinding | null = openGate): ActionRequest {
  const { effectClass } = unitForms[plan.action_unit];
  return {
    schema_version: 'computer_use_action_request_v0',
    goal_id: 'goal-of-a-test',
    todo_id: 'todo-of-a-test',
    provider_id: 'scripted',
    action_unit: plan.action_unit,
    effect_class: effectClass,
    write_scope: { allowed_actions: ['open approved screen'], forbidden_effect_classes: [] },
    ...(gate === null ? {} : { gate_binding: gate }),
    stop_condition: 'stop at final confirmation',
    validation_target: 'the screen is reached',
  };
}

/** Runs a plan on a scripted page; short waits, since no verdict depends on them. */
export function run(
  plan: Plan,
  surface: Surface,
  guard: Guard,
  parts: Partial<Omit<RunPlanInput, 'hooks'>> & { readonly hooks?: Partial<AttemptHooks> } = {},
) {
  const request = parts.request ?? requestOf(plan);
  return runPlan({
    attemptId,
    idempotencyKey: `key_${idBody}`,
    request,
    requestDigest: digestOf('cux/request', request),
    plan,
    planDigest: planDigest(plan),
    gateBinding: openGate,
    session: {
      sessionReference: 'scripted-session',
      surface,
      geometry: async () => ({ width: 1280, height: 800, scale_percent: 100 }),
      exportStoredSession: async () => new Uint8Array(),
      close: async () => {},
    },
    guard,
    clock: systemClock,
    signal: new AbortController().signal,
    ...parts,
    limits: {
      target: 60,
      awaited: 60,
      write: 60,
      spend: 60,
      answer: 60,
      following: 20,
      extraction: 20,
      poll: 5,
      grace: 500,
      ...parts.limits,
    },
    hooks: {
      progress: async () => true,
      prepared: async () => permitted(plan),
      keepEvidence: async ({ bytes }) => digestOfBytes(bytes),
      ...parts.hooks,
    },
  });
}
