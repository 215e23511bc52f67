import type { BlockerCode } from '@cux/contracts';
import type { ActionOutcome, Readiness, Resolution, StopSign } from '../surface/surface.ts';

/** Why a step stopped. A fact; what it means is the capability's to say. */
export interface Blocker {
  readonly code: BlockerCode;
  /** What the page called the thing, raw. It leaves only through the redaction exit. */
  readonly label: string | null;
  readonly dialogKind: NonNullable<StopSign['dialogKind']> | null;
}

export function blocker(code: BlockerCode, label: string | null = null): Blocker {
  return { code, label, dialogKind: null };
}

export function blockerOfSign(sign: StopSign): Blocker {
  return { code: sign.code, label: sign.name, dialogKind: sign.dialogKind ?? null };
}

/** What a resolution that is not `found` stops with. */
export const resolutionBlockers: Readonly<Record<Exclude<Resolution['kind'], 'found'>, BlockerCode>> = {
  missing: 'target_missing',
  ambiguous: 'target_ambiguous',
  lookalike: 'lookalike_target',
  unreachable: 'foreign_origin',
};

/** What an element that is not ready stops with, once waiting has not helped. */
export const readinessBlockers: Readonly<Record<Exclude<Readiness['kind'], 'ready'>, BlockerCode>> = {
  covered: 'overlay',
  stale: 'target_stale',
  disabled: 'target_missing',
  hidden: 'target_missing',
  moving: 'target_stale',
};

/**
 * What an action on a field stops with. An unknown outcome of a fill or of a press that is not the final action
 * stops nothing by itself: what the fields hold is read back, and no such press can send what a person has to
 * approve.
 */
export function outcomeBlocker(outcome: ActionOutcome): Blocker | null {
  switch (outcome.kind) {
    case 'done':
    case 'outcome_unknown':
      return null;
    case 'refused':
      return blocker(readinessBlockers[outcome.readiness.kind]);
    case 'lost':
      return blocker('target_lost');
    default:
      // What is no answer says nothing of what was sent.
      return null;
  }
}
