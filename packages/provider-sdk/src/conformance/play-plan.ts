import {
  type Clock,
  type Digest,
  digestOf,
  digestOfBytes,
  judgeReceipt,
  type Plan,
  planDigest,
} from '@cux/contracts';
import type { DriverLimits } from '../driver/limits.ts';
import { type AttemptReport, runPlan } from '../driver/run-plan.ts';
import type { Guard } from '../guard/guard.ts';
import { monotonicClock } from '../guard/monotonic-clock.ts';
import type { ProviderSession } from '../provider/provider.ts';
import {
  attemptId,
  authorityFor,
  idempotencyKey,
  permitFor,
  permitId,
  requestFor,
} from './attempt-authority.ts';
import type { PlanExpectation, PlanPlay } from './scenario.ts';

export interface PlanRun {
  readonly providerId: string;
  readonly plan: Plan;
  readonly session: ProviderSession;
  readonly guard: Guard;
  readonly clock: Clock;
  readonly commit: NonNullable<PlanPlay['commit']>;
  readonly limits: Partial<DriverLimits>;
  /** What the host has for the files that the plan names; none when left out. */
  readonly files?: readonly Uint8Array[];
  /** Called before each step. */
  readonly onStep?: (step: number) => Promise<void>;
}

export interface PlayedPlan {
  readonly report: AttemptReport;
  /** What is wrong whatever the scenario expects: rules of the judge, evidence that was not handed over. */
  readonly wrong: readonly string[];
  /** What the trace tells of each step, as `KIND OUTCOME`; empty without one. */
  readonly trace: readonly string[];
}

/** Carries a plan through the driver, as a host would, and has the report judged as a kernel would. */
export async function playPlan(run: PlanRun): Promise<PlayedPlan> {
  const { plan, session, guard, clock, limits } = run;
  const request = requestFor(run.providerId, plan);
  const handedOver = new Map<Digest, number>();
  let trace: readonly string[] = [];
  let committed = false;
  const report = await runPlan({
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
      progress: async (step) => {
        if (step !== null) await run.onStep?.(step);
        return true;
      },
      prepared: async () => {
        if (run.commit === 'gate_stale') return { kind: 'refused', code: 'gate_stale' };
        committed = true;
        const permit = permitFor(plan, permitId);
        return { kind: 'permit', permit, expires_at: monotonicClock.now() + permit.valid_for_ms };
      },
      readFile: async (digest) => run.files?.find((bytes) => digestOfBytes(bytes) === digest) ?? null,
      keepEvidence: async ({ bytes, evidenceClass }) => {
        if (evidenceClass === 'trace') trace = stepsOf(bytes);
        const digest = digestOfBytes(bytes);
        handedOver.set(digest, bytes.byteLength);
        return digest;
      },
    },
    clock,
    signal: new AbortController().signal,
    limits,
  });
  const authority = authorityFor(plan, request, session.sessionReference, committed);
  return {
    report,
    trace,
    wrong: [...judged(report, authority), ...missingEvidence(report, plan, handedOver)],
  };
}

function stepsOf(trace: Uint8Array): readonly string[] {
  const { steps } = JSON.parse(new TextDecoder().decode(trace)) as {
    readonly steps: readonly { readonly kind: string; readonly outcome: string }[];
  };
  return steps.map(({ kind, outcome }) => `${kind} ${outcome}`);
}

/** What an honest provider reports, beside what was reported and counted. */
export function compareReport(
  expected: PlanExpectation,
  { report: { receipt, annex }, trace }: Pick<PlayedPlan, 'report' | 'trace'>,
  writes: number,
): readonly string[] {
  const facts = receipt.observed_facts;
  const pairs: readonly (readonly [name: string, expected: unknown, seen: unknown])[] = [
    ['stop_reason', expected.stop_reason, receipt.stop_reason],
    ['blocker code', expected.code, annex.blocker?.code ?? null],
    ['draft_present', expected.draft_present, facts.draft_present],
    ['final_action_clicked', expected.final_action_clicked, facts.final_action_clicked],
    ['write_blocked', expected.write_blocked ?? annex.write_blocked, annex.write_blocked],
    ['unexpected_target_opened', expected.unexpected_target_opened ?? false, annex.unexpected_target_opened],
    ['writes at the site', expected.writes, writes],
    ['trace', (expected.trace ?? trace).join(', '), trace.join(', ')],
    ['extractions', JSON.stringify(expected.extractions), JSON.stringify(annex.extractions)],
  ];
  return pairs
    .filter(([, wanted, seen]) => wanted !== seen)
    .map(([name, wanted, seen]) => `${name}: expected ${String(wanted)}, seen ${String(seen)}`);
}

/** What was seen, in a few words for a person. */
export function describeReport({ receipt, annex }: AttemptReport, writes: number): string {
  const code = annex.blocker === null ? '' : ` (${annex.blocker.code})`;
  return `${receipt.stop_reason}${code}, ${writes} ${writes === 1 ? 'write' : 'writes'}`;
}

function judged(
  { receipt, annex }: AttemptReport,
  authority: Parameters<typeof judgeReceipt>[0]['authority'],
): string[] {
  const bytes = (record: unknown) => new TextEncoder().encode(JSON.stringify(record));
  const verdict = judgeReceipt({ receipt: bytes(receipt), annex: bytes(annex), authority });
  return verdict.findings.map(({ rule, path }) => `judge: ${rule} at ${path}`);
}

/** Every claim of evidence is bytes that were handed over; a claim of success has all that the plan asks for. */
function missingEvidence(
  { receipt, annex }: AttemptReport,
  plan: Plan,
  handedOver: ReadonlyMap<Digest, number>,
): readonly string[] {
  const claimed = new Set(annex.evidence.map(({ evidence_class }) => evidence_class));
  const succeeded = receipt.stop_reason === 'completed' || receipt.stop_reason === 'stopped_at_gate';
  return [
    ...annex.evidence
      .filter(({ digest, size }) => handedOver.get(digest) !== size)
      .map(({ evidence_class }) => `evidence: ${evidence_class} was claimed and not handed over`),
    ...plan.evidence
      .filter((wanted) => succeeded && !claimed.has(wanted))
      .map((wanted) => `evidence: ${wanted} is missing`),
  ];
}
