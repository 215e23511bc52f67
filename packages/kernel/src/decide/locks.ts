import { digestOf, type StandingSubject, type Subject, standingSubjectDigest } from '@cux/contracts';
import type { Attempt } from '../state/attempt.ts';
import type { Lock } from '../state/lock.ts';
import { type Context, type Deciding, read } from './deciding.ts';

/** Names the lock of a capability record. */
export function recordLockId(capability: string, recordId: string): string {
  return `record:${digestOf('cux/record-lock', { capability, record_id: recordId })}`;
}

/** Names the lock of a place on a site; null while the site's own id of the item is not known. */
export function targetLockId(target: Subject['target']): string | null {
  return target.item === null ? null : `target:${digestOf('cux/target-lock', target)}`;
}

export function standingLockId(subject: StandingSubject): string {
  return `standing:${standingSubjectDigest(subject)}`;
}

/** The locks that a write on this subject has to hold: its record, and its place on the site where that is known. */
export function locksOf(subject: Subject): readonly string[] {
  const target = targetLockId(subject.target);
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
export function* isUnsettled(subject: Subject, except: string | null = null): Deciding<boolean> {
  for (const lockId of locksOf(subject)) {
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
  for (const lockId of locksOf(subject)) {
    const lock = yield* readLock(lockId);
    writeLock(context, lock, { unsettled: [...lock.unsettled, attemptId] });
  }
}

export function* releaseUnsettled(context: Context, attempt: Attempt): Deciding<void> {
  const { attempt_id: attemptId, subject } = attempt;
  for (const lockId of subject === null ? [] : locksOf(subject)) {
    const lock = yield* readLock(lockId);
    if (!lock.unsettled.includes(attemptId)) continue;
    writeLock(context, lock, { unsettled: lock.unsettled.filter((each) => each !== attemptId) });
  }
}
