import type { Permit } from '@cux/contracts';
import type { CommitDecision, Guard } from '@cux/provider-sdk';
import type { RunContext } from '../host/run-context.ts';
import type { AdmittedAttempt } from './admit.ts';
import { askPolicyAgain } from './ask-policy-again.ts';
import { held } from './held.ts';

/** What is known of the attempt's commit, and of what the guard let out since it was asked for. */
export interface Commitment {
  permitId: string | null;
  /**
   * The answer was the stored one of an earlier asking, so the permit may be in other hands: it is never used here, and
   * what they sent is not known.
   */
  replayed: boolean;
  /** Writes that had left when the commit was asked for; null before. */
  sentBefore: number | null;
}

export function nothingCommitted(): Commitment {
  return { permitId: null, replayed: false, sentBefore: null };
}

/**
 * Whether not one write of any rule has left since the commit was asked for, by the guard's own record. A draft rule may
 * be wider than it should be, so a write of one proves nothing. Takes back what of the permit is unspent.
 */
export function nothingLeft(guard: Guard, { sentBefore }: Commitment): boolean {
  const spent = guard.disarm();
  return spent.length === 0 && guard.record().leftSinceArm === 0 && sentBefore === writesSent(guard);
}

function writesSent(guard: Guard): number {
  const { allowed, spent } = guard.record();
  return allowed.reduce((sum, { count }) => sum + count, spent.length);
}

/**
 * Everything is prepared, with the finger on the key: tells the kernel so and asks it to commit. The permit's time is
 * counted from before the asking, so that however long the answer takes, it is over before the lease is.
 */
export async function commit(
  context: RunContext,
  attempt: AdmittedAttempt,
  guard: Guard,
  commitment: Commitment,
): Promise<CommitDecision> {
  const { attemptId, fence } = attempt;
  const gate = attempt.draft.request.gate_binding;
  const subject = (await context.kernel.attempt(context.workspace, attemptId))?.subject_digest ?? null;
  if (gate === undefined || subject === null) return { kind: 'refused', code: 'gate_missing' };
  const forbidden = await askPolicyAgain(context, attempt);
  if (forbidden !== null) return { kind: 'refused', code: 'cancelled', refusal: forbidden };
  const own = held(context, attempt);
  const askToCommit = () =>
    context.send('commit-attempt', [attemptId, fence], { ...own, gate, subject_digest: subject });
  const askedAt = context.monotonic.now();
  commitment.sentBefore = writesSent(guard);
  // The kernel decides them in turn, the second on what the first has handed to the store, and both wait for the disk at
  // once.
  const asked = [
    context.send('prepare-attempt', [attemptId, fence], { ...own, subject_digest: subject }),
    askToCommit(),
  ] as const;
  await Promise.allSettled(asked);
  const prepared = await asked[0];
  const together = await asked[1];
  if (together.kind === 'accepted') noteCommit(commitment, together);
  if (prepared.kind === 'refused') return refusedBy(prepared);
  context.emit({ kind: 'prepared', attempt_id: attemptId });

  // The first may have been decided again because another process moved its rows; then this was decided too early.
  const committed = together.kind === 'accepted' ? together : await askToCommit();
  if (committed.kind === 'refused') return refusedBy(committed);
  noteCommit(commitment, committed);
  const { permit } = committed.result;
  if (committed.replayed) return { kind: 'refused', code: 'gate_stale' };
  context.emit({ kind: 'committed', attempt_id: attemptId, gate_id: gate.gate_id });
  await context.rehearse?.('before-press');
  return { kind: 'permit', permit, expires_at: askedAt + permit.valid_for_ms };
}

function noteCommit(
  commitment: Commitment,
  { result, replayed }: { readonly result: { readonly permit: Permit }; readonly replayed: boolean },
): void {
  commitment.permitId = result.permit.permit_id;
  commitment.replayed = replayed;
}

/** Only what is said of the gate is said of the approval; whatever else keeps it from being used now leaves it as it was. */
function refusedBy({
  rule,
  message,
}: {
  readonly rule: string;
  readonly message: string;
}): CommitDecision & { readonly kind: 'refused' } {
  return { kind: 'refused', code: refusalCode(rule), refusal: { rule, message } };
}

function refusalCode(rule: string): 'gate_missing' | 'gate_stale' | 'subject_changed' | 'cancelled' {
  if (rule === 'gate.missing') return 'gate_missing';
  if (rule.startsWith('gate.subject')) return 'subject_changed';
  return rule.startsWith('gate.') ? 'gate_stale' : 'cancelled';
}
