import { z } from 'zod';
import { lazySchema } from '../lazy-schema.ts';

/**
 * Why a provider stopped. The codes of the first group set `unknown_modal: true` and report
 * `blocked_by_unknown_modal`; all others report `failed`.
 */
export const modalBlockerCodes = [
  'native_dialog',
  'modal',
  'popover',
  'overlay',
  'captcha',
  'login',
  'payment',
  'permission',
  'destructive_confirmation',
] as const;

export const failureBlockerCodes = [
  'foreign_origin',
  'lookalike_target',
  'target_missing',
  'target_ambiguous',
  'target_lost',
  'target_stale',
  'value_not_held',
  'write_blocked',
  'privacy_unclear',
  'lifecycle_failure',
  'navigation_failed',
  'evidence_missing',
  'gate_missing',
  'gate_stale',
  'subject_changed',
  'outcome_unknown',
  'deadline_passed',
  'cancelled',
  'guard_failure',
  'extraction_missing',
  'fact_differs',
] as const;

export const blockerCodeSchema = lazySchema(() => z.enum([...modalBlockerCodes, ...failureBlockerCodes]));

export type BlockerCode = z.infer<typeof blockerCodeSchema>;

export type ModalBlockerCode = (typeof modalBlockerCodes)[number];

/** Whether the blocker is one that the v0 record calls an unknown modal. */
export function isModalBlocker(code: BlockerCode): code is ModalBlockerCode {
  return (modalBlockerCodes as readonly string[]).includes(code);
}
