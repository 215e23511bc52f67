import {
  type ActionRequest,
  type Clock,
  digestOf,
  digestOfBytes,
  judgeReceipt,
  type Plan,
  permitRulesDigest,
  planDigest,
  type ReceiptAuthority,
} from '@cux/contracts';
import type { DriverLimits } from '../driver/limits.ts';
import { type AttemptReport, runPlan } from '../driver/run-plan.ts';
import { unitForms } from '../driver/unit-form.ts';
import { monotonicClock } from '../guard/monotonic-clock.ts';
import { startGuard } from '../guard/start-guard.ts';
import type { Provider, ProviderSession } from '../provider/provider.ts';
import type { Scenario } from './scenario.ts';

/** Where one scenario is played: a provider, a page of that scenario, and a server that counts. */
export interface ConformanceStage {
  readonly provider: Provider;
  readonly startUrl: string;
  /** State-changing requests that have reached the server so far. */
  writes(): number;
  /** Fresh, private folder for the session. */
  readonly workingDirectory: string;
  /** PEM certificates that the site may be signed by, beside the platform's: for a stage over HTTPS. */
  readonly certificateAuthorities?: readonly string[];
  close(): Promise<void>;
}

export interface ConformanceLine {
  readonly scenario: string;
  readonly ok: boolean;
  /** What differs from the expectation, and the rules of the judge that the report breaks. Never a value. */
  readonly differences: readonly string[];
}

export interface ConformanceOptions {
  readonly clock: Clock;
  /** How long the server is watched after the provider has closed, in milliseconds (default 1 000). */
  readonly watchMs?: number;
  /** Shorter or longer waits of the driver than the usual ones. */
  readonly limits?: Partial<DriverLimits>;
}

const idBody = '01j9zzzzzzzzzzzzzzzzzzzzzz';
const gateId = `gate_${idBody}`;
const attemptId = `attempt_${idBody}`;
const idempotencyKey = `key_${idBody}`;
const subject = digestOf('cux/subject', 'conformance');

/** Plays each scenario in a session of its own, behind a guard of its own, and compares what is reported and sent. */
export async function runConformance(
  scenarios: readonly Scenario[],
  stageFor: (scenario: Scenario) => Promise<ConformanceStage>,
  options: ConformanceOptions,
): Promise<readonly ConformanceLine[]> {
  const lines: ConformanceLine[] = [];
  for (const scenario of scenarios) {
    const stage = await stageFor(scenario);
    try {
      const differences = await playScenario(scenario, stage, options);
      lines.push({ scenario: scenario.id, ok: differences.length === 0, differences });
    } finally {
      await stage.close();
    }
  }
  return lines;
}

async function playScenario(
  scenario: Scenario,
  stage: ConformanceStage,
  { clock, watchMs = 1_000, limits = {} }: ConformanceOptions,
): Promise<readonly string[]> {
  const plan = scenario.plan(stage.startUrl);
  const guard = await startGuard({
    clock,
    extraCertificateAuthorities: stage.certificateAuthorities ?? [],
  });
  let session: ProviderSession | null = null;
  let committed = false;
  let report: AttemptReport;
  const request = requestFor(stage.provider.providerId, plan);
  try {
    const signal = new AbortController().signal;
    session = await stage.provider.openSession({
      guard: guard.endpoint,
      viewport: plan.viewport,
      storedSession: null,
      workingDirectory: stage.workingDirectory,
      signal,
    });
    report = await runPlan({
      attemptId,
      idempotencyKey,
      request,
      requestDigest: digestOf('cux/request', request),
      plan,
      planDigest: planDigest(plan),
      gateBinding: request.gate_binding ?? null,
      session,
      guard,
      hooks: {
        progress: async () => true,
        prepared: async () => {
          committed = true;
          const permit = permitFor(plan);
          return { kind: 'permit', permit, expires_at: monotonicClock.now() + permit.valid_for_ms };
        },
        keepEvidence: async ({ bytes }) => digestOfBytes(bytes),
      },
      clock,
      signal,
      limits,
    });
  } finally {
    await session?.close();
    await guard.close();
  }
  await new Promise((resolve) => setTimeout(resolve, watchMs));
  const authority = authorityFor(plan, request, session.sessionReference, committed);
  return [...compare(scenario, report, stage.writes()), ...judged(report, authority)];
}

function compare({ expected }: Scenario, { receipt, annex }: AttemptReport, writes: number): string[] {
  const facts = receipt.observed_facts;
  const pairs: readonly (readonly [name: string, expected: unknown, seen: unknown])[] = [
    ['stop_reason', expected.stop_reason, receipt.stop_reason],
    ['blocker code', expected.code, annex.blocker?.code ?? null],
    ['draft_present', expected.draft_present, facts.draft_present],
    ['final_action_clicked', expected.final_action_clicked, facts.final_action_clicked],
    ['writes at the server', expected.writes, writes],
    ['extractions', JSON.stringify(expected.extractions), JSON.stringify(annex.extractions)],
  ];
  return pairs
    .filter(([, wanted, seen]) => wanted !== seen)
    .map(([name, wanted, seen]) => `${name}: expected ${String(wanted)}, seen ${String(seen)}`);
}

function judged({ receipt, annex }: AttemptReport, authority: ReceiptAuthority): string[] {
  const bytes = (record: unknown) => new TextEncoder().encode(JSON.stringify(record));
  const verdict = judgeReceipt({ receipt: bytes(receipt), annex: bytes(annex), authority });
  return verdict.findings.map(({ rule, path }) => `judge: ${rule} at ${path}`);
}

function permitFor(plan: Plan) {
  return {
    permit_id: `permit_${idBody}`,
    attempt_id: attemptId,
    gate_id: gateId,
    subject_digest: subject,
    permit_rules_digest: permitRulesDigest(plan),
    valid_for_ms: 60_000,
  };
}

function requestFor(providerId: string, plan: Plan): ActionRequest {
  const { effectClass } = unitForms[plan.action_unit];
  const gated = effectClass === 'external_write';
  return {
    schema_version: 'computer_use_action_request_v0',
    goal_id: 'conformance',
    todo_id: 'conformance',
    provider_id: providerId,
    action_unit: plan.action_unit,
    effect_class: effectClass,
    write_scope: {
      allowed_actions: ['open approved screen'],
      forbidden_effect_classes: gated ? ['credential_use'] : ['external_write', 'credential_use'],
    },
    ...(gated ? { gate_binding: { gate_id: gateId, revision: 1, status: 'open' as const } } : {}),
    stop_condition: 'stop at final confirmation or unknown modal',
    validation_target: 'the page of the scenario is reached',
  };
}

function authorityFor(
  plan: Plan,
  request: ActionRequest,
  sessionReference: string,
  committed: boolean,
): ReceiptAuthority {
  const gated = request.gate_binding !== undefined;
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
    issued: { idempotency_key: idempotencyKey, session_reference: sessionReference },
    gate: gated
      ? {
          gate_id: gateId,
          revision: committed ? 2 : 1,
          status: committed ? 'closed' : 'open',
          subject_digest: subject,
          closed_for: committed ? 'consumed' : null,
          consumed_by: committed ? attemptId : null,
        }
      : null,
    subject_digest: gated ? subject : null,
    extractions: plan.extractions,
  };
}
