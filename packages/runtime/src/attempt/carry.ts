import { canonicalForm, unkeptAnnex } from '@cux/contracts';
import { type AttemptHooks, type AttemptReport, runPlan } from '@cux/provider-sdk';
import type { RunContext } from '../host/run-context.ts';
import { attachmentName } from '../vault/attachment-name.ts';
import type { AdmittedAttempt } from './admit.ts';
import { type Commitment, commit, nothingCommitted, nothingLeft } from './commit.ts';
import { factsOfAttempt } from './facts-of-attempt.ts';
import { held } from './held.ts';
import { keepEvidence } from './keep-evidence.ts';
import { phasesOf } from './phases.ts';
import type { GuardedSession } from './provider-session.ts';

/** How the carrying ended. */
export type Carried =
  | {
      readonly kind: 'reported';
      readonly state: 'reported' | 'outcome_unknown';
      readonly report: AttemptReport;
    }
  /** Committed, and the guard shows that no write of any rule has left since. `fault`: what ended it, if one did. */
  | { readonly kind: 'nothing-sent'; readonly permitId: string; readonly fault?: unknown }
  /** Committed, and what was sent is not known: only a read-back or a person can settle it. */
  | { readonly kind: 'silent'; readonly fault?: unknown }
  | { readonly kind: 'refused'; readonly rule: string; readonly message: string };

/** What has to be done with what was seen before it is reported; a throw gives the attempt up. */
export type BeforeReport = (report: AttemptReport) => Promise<void>;

/** Does what was admitted, with the host's side of it; answers the compiled report. */
export type RunAttempt = (hooks: AttemptHooks) => Promise<AttemptReport>;

/** Registers the session, runs the plan (or what takes its place), commits when everything is prepared, and reports the receipt as bytes. */
export async function carry(
  context: RunContext,
  attempt: AdmittedAttempt,
  guarded: GuardedSession,
  beforeReport: BeforeReport,
  runInstead: RunAttempt | null = null,
): Promise<Carried> {
  const { attemptId, fence } = attempt;
  const started = await context.send('start-attempt', [attemptId, fence], {
    ...held(context, attempt),
    session_reference: guarded.session.sessionReference,
  });
  if (started.kind === 'refused') return { kind: 'refused', rule: started.rule, message: started.message };

  const commitment = nothingCommitted();
  const count = stepCounter(attempt);
  const keepLease = leaseKeeper(context, attempt);
  const phases = phasesOf(context, attempt, guarded.traced);
  let report: AttemptReport;
  try {
    const hooks: AttemptHooks = {
      progress: async (step) => {
        const goesOn = await keepLease();
        if (goesOn && step !== null) count.begin(step);
        return goesOn;
      },
      prepared: () => phases.committing(() => commit(context, attempt, guarded.guard, commitment)),
      readFile: (digest) => context.files.getNamed(attachmentName(context.workspace, digest)),
      keepEvidence: (evidence) => keepEvidence(context, attempt, evidence),
      pressed: async () => {
        context.emit({ kind: 'pressed', attempt_id: attemptId });
        await context.rehearse?.('after-press');
      },
    };
    const run = runInstead ?? ((own) => runAsPlanned(context, attempt, guarded, own));
    report = await phases.during(() => run(hooks));
  } catch (error) {
    guarded.guard.cut();
    return faulted(context, attempt, guarded, commitment, error);
  }

  // From here on nothing of the permit can leave, so what the guard recorded is final.
  guarded.guard.disarm();
  // Nobody works on the page any more: not even a draft is saved behind the receipt's back.
  guarded.denyAll();
  if (commitment.replayed) return { kind: 'silent' };
  const { permitId } = commitment;
  if (
    permitId !== null &&
    report.receipt.stop_reason !== 'completed' &&
    nothingLeft(guarded.guard, commitment)
  ) {
    return { kind: 'nothing-sent', permitId };
  }
  await beforeReport(report);
  const actions = count.begun() + (permitId === null ? 0 : 1);
  return reportAttempt(context, attempt, { report, actions }, commitment);
}

function runAsPlanned(
  context: RunContext,
  attempt: AdmittedAttempt,
  guarded: GuardedSession,
  hooks: AttemptHooks,
): Promise<AttemptReport> {
  return runPlan({
    ...attemptParts(context, attempt, guarded),
    gateBinding: attempt.draft.request.gate_binding ?? null,
    hooks,
  });
}

/** What every way of carrying an attempt out is given. */
export function attemptParts(context: RunContext, attempt: AdmittedAttempt, guarded: GuardedSession) {
  return {
    attemptId: attempt.attemptId,
    idempotencyKey: attempt.idempotencyKey,
    request: attempt.draft.request,
    requestDigest: attempt.requestDigest,
    plan: attempt.plan,
    planDigest: attempt.planDigest,
    session: guarded.session,
    guard: guarded.guard,
    clock: context.clock,
    monotonic: context.monotonic,
    signal: guarded.signal,
    limits: context.limits.driver,
  };
}

/** A fault ended it. The kernel may have committed without its answer having reached us, so it is asked. */
async function faulted(
  context: RunContext,
  attempt: AdmittedAttempt,
  guarded: GuardedSession,
  commitment: Commitment,
  fault: unknown,
): Promise<Carried> {
  const known = await context.kernel.attempt(context.workspace, attempt.attemptId).catch(() => null);
  const permitId = commitment.permitId ?? known?.permit_id ?? null;
  if (permitId === null) throw fault;
  const proved = !commitment.replayed && nothingLeft(guarded.guard, commitment);
  return proved ? { kind: 'nothing-sent', permitId, fault } : { kind: 'silent', fault };
}

/** Hands the receipt in as bytes. */
export function reportAttempt(
  context: RunContext,
  attempt: AdmittedAttempt,
  compiled: { readonly report: AttemptReport; readonly actions: number },
  commitment: Pick<Commitment, 'permitId'>,
): Promise<Carried> {
  return context.telemetry.span('report attempt', factsOfAttempt(attempt), () =>
    handIn(context, attempt, compiled, commitment),
  );
}

async function handIn(
  context: RunContext,
  attempt: AdmittedAttempt,
  { report, actions }: { readonly report: AttemptReport; readonly actions: number },
  commitment: Pick<Commitment, 'permitId'>,
): Promise<Carried> {
  const annex = attempt.retention === 'zdr' ? unkeptAnnex(report.annex) : report.annex;
  const answer = await context.send('report-attempt', [attempt.attemptId, attempt.fence], {
    ...held(context, attempt),
    channel_provider_id: attempt.provider.providerId,
    receipt: new TextEncoder().encode(canonicalForm(report.receipt)),
    annex: new TextEncoder().encode(canonicalForm(annex)),
    actions,
  });
  if (answer.kind === 'refused') {
    // A receipt that the kernel refuses moves nothing; what was committed stays to be found out.
    if (commitment.permitId !== null) return { kind: 'silent' };
    const details = answer.findings
      .map((finding) => `${finding.rule} at ${finding.path || 'the whole'}`)
      .join(', ');
    return {
      kind: 'refused',
      rule: answer.rule,
      message: details === '' ? answer.message : `${answer.message} (${details})`,
    };
  }
  context.emit({
    kind: 'reported',
    receipt: report.receipt,
    annex: report.annex,
    state: answer.result.state,
  });
  return { kind: 'reported', state: answer.result.state, report };
}

/** How many steps have begun: the driver says each before it takes it, and the number of all before what follows them. */
function stepCounter({ plan }: AdmittedAttempt): { begin(step: number): void; begun(): number } {
  let begun = 0;
  return {
    begin: (step) => {
      begun = Math.max(begun, Math.min(step + 1, plan.steps.length));
    },
    begun: () => begun,
  };
}

/** Renews the lease when a third of it is gone, so that short steps do not each cost a commit. */
export function leaseKeeper(
  context: RunContext,
  attempt: AdmittedAttempt,
  leaseMs = context.leaseMs,
): () => Promise<boolean> {
  let renewedAt = context.clock.now();
  let renewals = 0;
  return async () => {
    if (context.signal?.aborted) return false;
    const now = context.clock.now();
    if (now >= renewedAt && now - renewedAt < leaseMs / 3) return true;
    renewals += 1;
    const answer = await context.send('renew-lease', [attempt.attemptId, attempt.fence, renewals], {
      ...held(context, attempt),
      lease_ms: leaseMs,
    });
    if (answer.kind !== 'accepted') return false;
    renewedAt = now;
    return true;
  };
}
