import { digestOf, type StandingSubject, type Subject, standingSubjectDigest } from '@cux/contracts';
import { saltedDigest } from '../log/salted-digest.ts';
import type { Attempt } from '../state/attempt.ts';
import type { Lock } from '../state/lock.ts';
import { type Context, type Deciding, read } from './deciding.ts';

/** Names the lock of a capability record. */
export function recordLockId(capability: string, recordId: string): string {
  return `record:${digestOf('cux/record-lock', { capability, record_id: recordId })}`;
}

/** The lock of the goals' number: a new goal changes it, so that nobody sums them up without it. */
export const goalsLockId = 'goals';

/** The lock of the Computers' number, likewise. */
export const computersLockId = 'computers';

/** Names the lock of a place on a site; null while the site's own id of the item is not known. */
function targetLockId(salt: string, target: Subject['target']): string | null {
  return target.item === null ? null : `target:${saltedDigest('cux/logged-name', salt, target)}`;
}

/** Salted, as that of a target: the name of a row stands in the log, and an account could be guessed from a digest. */
export function standingLockId(salt: string, subject: StandingSubject): string {
  return `standing:${saltedDigest('cux/logged-name', salt, standingSubjectDigest(subject))}`;
}

/** The locks that a write on this subject has to hold: its record, and its place on the site where that is known. */
function locksOf(salt: string, subject: Subject): readonly string[] {
  const target = targetLockId(salt, subject.target);
  const record = recordLockId(subject.capability, subject.record_id);
  return target === null ? [record] : [record, target];
}

export function* readLock(lockId: string): Deciding<Lock> {
  const none: Lock = { lock_id: lockId, revision: 0, unsettled: [], live_gates: [], rejected: [] };
  return { ...none, ...(yield* read('lock', lockId)) };
}

export function writeLock(context: Context, lock: Lock, patch: Partial<Lock>): Lock {
  return context.work.change('lock', lock, patch);
}

/** Whether an external write on this subject is committed and not settled, whichever todo it came through. */
export function* isUnsettled(
  { salt }: Context,
  subject: Subject,
  except: string | null = null,
): Deciding<boolean> {
  for (const lockId of locksOf(salt, subject)) {
    const lock = yield* readLock(lockId);
    if (lock.unsettled.some((attempt) => attempt !== except)) return true;
  }
  return false;
}

/** Whether nobody has settled yet what came of this very attempt after its commit. */
export function* holdsPlace(attempt: Attempt): Deciding<boolean> {
  if (attempt.subject === null || attempt.permit_id === null) return false;
  const { capability, record_id } = attempt.subject;
  const lock = yield* readLock(recordLockId(capability, record_id));
  return lock.unsettled.includes(attempt.attempt_id);
}

export function* holdUnsettled(context: Context, subject: Subject, attemptId: string): Deciding<void> {
  for (const lockId of locksOf(context.salt, subject)) {
    const lock = yield* readLock(lockId);
    writeLock(context, lock, { unsettled: [...lock.unsettled, attemptId] });
  }
}

export function* releaseUnsettled(context: Context, attempt: Attempt): Deciding<void> {
  const { attempt_id: attemptId, subject } = attempt;
  for (const lockId of subject === null ? [] : locksOf(context.salt, subject)) {
    const lock = yield* readLock(lockId);
    writeLock(context, lock, { unsettled: lock.unsettled.filter((each) => each !== attemptId) });
  }
}
