import type { ActionRequest, Annex, Clock, Digest, GateBinding, Permit, Plan, Receipt } from '@cux/contracts';
import type { Guard } from '../guard/guard.ts';
import type { MonotonicClock } from '../guard/monotonic-clock.ts';
import type { ProviderSession } from '../provider/provider.ts';
import type { CapturedEvidence } from '../surface/surface.ts';
import { type AttemptFacts, startFacts, stopAt } from './attempt-facts.ts';
import { blocker } from './blocker.ts';
import { boundSurface } from './bounded-surface.ts';
import { compileReport } from './compile-report.ts';
import type { StepEnvironment } from './environment.ts';
import { markGuard } from './guard-mark.ts';
import { Interruption } from './interruption.ts';
import { type DriverLimits, defaultLimits } from './limits.ts';
import { gateRefusal } from './require-gate.ts';
import { runUnit } from './run-unit.ts';
import { createTimeBox } from './time-box.ts';
import { requireForm, type UnitForm } from './unit-form.ts';
import { wrapUp } from './wrap-up.ts';

/** What the runtime answers when everything is prepared and the finger is on the key. */
export type CommitDecision =
  | {
      readonly kind: 'permit';
      readonly permit: Permit;
      /**
       * When the permit is over, by the monotonic clock: read **before** the commit was asked for, plus the permit's
       * `valid_for_ms`. After it nothing is armed and nothing leaves.
       */
      readonly expires_at: number;
    }
  /**
   * Nothing is pressed, the gate is untouched. `cancelled`: the approval stands, and something else does not let it be used
   * now. `refusal`: the kernel's own words, where it has refused; the driver reads nothing of them.
   */
  | {
      readonly kind: 'refused';
      readonly code: 'gate_missing' | 'gate_stale' | 'subject_changed' | 'cancelled';
      readonly refusal?: { readonly rule: string; readonly message: string };
    };

/** The runtime's side of one attempt. Each is awaited; a throw ends the attempt without a (further) press. */
export interface AttemptHooks {
  /**
   * Progress that renews the lease: before each step, and, with the number of steps, before what follows them. Null while
   * evidence takes long: no step begins. A false answer means that the attempt is no longer ours: stop.
   */
  progress(step: number | null): Promise<boolean>;
  /** Everything is resolved, checked and read back equal to the plan. Commit, or say why not. */
  prepared(): Promise<CommitDecision>;
  /** The bytes of a file that the plan names, from the vault; null when it has none. Left out, no plan may have files. */
  readFile?(digest: Digest): Promise<Uint8Array | null>;
  /** Keeps the bytes in the vault and answers their digest, before the receipt may name them. */
  keepEvidence(evidence: CapturedEvidence): Promise<Digest>;
  /** Called between the press and the receipt; exists so that a crash there can be rehearsed. */
  pressed?(): Promise<void>;
}

export interface RunPlanInput {
  readonly attemptId: string;
  readonly idempotencyKey: string;
  readonly request: ActionRequest;
  readonly requestDigest: Digest;
  readonly plan: Plan;
  readonly planDigest: Digest;
  readonly gateBinding: GateBinding | null;
  readonly session: ProviderSession;
  readonly guard: Guard;
  readonly hooks: AttemptHooks;
  readonly clock: Clock;
  /** What permits end by; the clock of this process when left out. The guard's and the host's are the same. */
  readonly monotonic?: MonotonicClock;
  readonly signal: AbortSignal;
  /** Shorter or longer waits than the usual ones, in milliseconds. */
  readonly limits?: Partial<DriverLimits>;
}

/** The compiled receipt and annex, from the recorded steps; nobody else writes them. */
export interface AttemptReport {
  readonly receipt: Receipt;
  readonly annex: Annex;
}

/**
 * Carries one attempt through its plan and reports what was seen. It configures the guard for the plan (a unit
 * that may not write drafts gets no rules) and presses the final action at most once, under a permit.
 *
 * Whatever a page or an engine does becomes a receipt. It throws only a `PlanFault` (plan and request do not fit;
 * nothing was contacted) and what a hook throws; the permit is taken back before either leaves.
 */
export async function runPlan(input: RunPlanInput): Promise<AttemptReport> {
  const { plan, request, guard, clock } = input;
  const form = requireForm(request, plan);
  const facts = startFacts(clock.now());
  const mark = markGuard(guard.record());
  const refused = gateRefusal(request, input.gateBinding);
  if (refused === null) await contact(input, form, facts);
  else stopAt(facts, blocker(refused), null);
  return compileReport(input, facts, { mark, record: guard.record() }, clock.now());
}

/** A guard that cannot take the plan's rules (cut, or busy with a person) denies; then nothing is contacted. */
function configureGuard({ guard, plan }: RunPlanInput, form: UnitForm): boolean {
  try {
    guard.configure({
      allowed_origins: plan.allowed_origins,
      write_rules: form.draftWrites ? plan.write_rules : [],
    });
    return true;
  } catch {
    return false;
  }
}

async function contact(input: RunPlanInput, form: UnitForm, facts: AttemptFacts): Promise<void> {
  const { plan, guard, clock, session } = input;
  const limits = { ...defaultLimits, ...input.limits };
  if (!configureGuard(input, form)) {
    stopAt(facts, blocker('guard_failure'), null);
    return;
  }
  const box = createTimeBox(clock, plan.deadline_ms, input.signal);
  const environment: StepEnvironment = {
    surface: boundSurface(session.surface, box),
    guard,
    rules: plan,
    finalAction: plan.final_action,
    readFile: async (digest) => (await input.hooks.readFile?.(digest)) ?? null,
    box,
    limits,
    dismissals: new Map(),
    lateAnswers: { held: false },
    lastAct: { mark: markGuard(guard.record()) },
  };
  try {
    await runUnit({ input, form, facts, environment });
  } catch (reason) {
    if (!Interruption.isInstance(reason)) throw reason;
    stopAt(facts, blocker(reason.code), null);
  } finally {
    box.end();
  }
  await wrapUp(input, facts, limits);
}
