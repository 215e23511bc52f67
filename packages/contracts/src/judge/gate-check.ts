import type { Digest } from '../ids/digest.ts';
import { type EffectClass, needsGate } from '../records/effect-class.ts';
import type { GateBinding } from '../records/gate-binding.ts';
import type { GateHead } from './authority.ts';

/** What the gate rules look at, for a request and for a receipt alike. */
export interface GateCase {
  readonly effectClass: EffectClass;
  readonly binding: GateBinding | undefined;
  /** The gate as it stands now; null when the kernel knows none. */
  readonly head: GateHead | null;
  /** The subject that the attempt was, or is to be, admitted with. */
  readonly subjectDigest: Digest | null;
  /** The attempt that is being answered; null for a request. */
  readonly attemptId: string | null;
  /** The pointer of the binding, or of the record that has or lacks it. */
  readonly path: string;
  /** Whether `path` is the binding itself: a request holds its binding, a receipt does not. */
  readonly bindingAt: boolean;
}

/** Whether this very attempt consumed the gate by its commit: then the gate is not stale for its receipt. */
export function consumedByThisAttempt({ head, attemptId }: GateCase): boolean {
  return head?.closed_for === 'consumed' && attemptId !== null && head.consumed_by === attemptId;
}

/** The revision that the binding must name: a commit raises the gate by one. */
export function expectedRevision(subject: GateCase): number | undefined {
  if (subject.head === null) return undefined;
  return consumedByThisAttempt(subject) ? subject.head.revision - 1 : subject.head.revision;
}

/** Whether there must be a gate and there is none. */
export function gateIsMissing({ binding, effectClass, head }: GateCase): boolean {
  if (binding === undefined) return needsGate(effectClass);
  return head === null;
}

/** Whether the gate is about something else; where a gate is needed, a gate about nothing is no gate. */
export function subjectDiffers({ binding, head, subjectDigest, effectClass }: GateCase): boolean {
  if (binding === undefined || head === null) return false;
  if (head.subject_digest !== subjectDigest) return true;
  return needsGate(effectClass) && subjectDigest === null;
}
