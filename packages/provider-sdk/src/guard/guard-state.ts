import type { WriteRule } from '@cux/contracts';

/** A rule in force. A permit's rule counts once (`spent` says that it has) and for a time (`expired`: it is over). */
export interface ActiveRule {
  readonly rule: WriteRule;
  readonly permit: boolean;
  readonly spent: boolean;
  readonly expired: boolean;
}

/** Everything that a decision depends on, beside the request itself. */
export interface GuardState {
  /** `unconfigured`: no attempt has begun. `cut`: the guard is closed for good. Both deny everything. */
  readonly phase: 'unconfigured' | 'configured' | 'cut';
  /** Canonical origins. Nothing at all goes to another one. */
  readonly origins: readonly string[];
  readonly rules: readonly ActiveRule[];
}

/** The state a guard starts in. */
export const denyingState: GuardState = { phase: 'unconfigured', origins: [], rules: [] };

/**
 * Why a request was blocked. Ordered from the least to the most specific for writes: when several rules
 * fail, the one that came closest is named.
 */
export const blockRules = [
  'guard.cut',
  'guard.not-configured',
  'guard.upgrade',
  'guard.ambiguous-url',
  'guard.foreign-origin',
  'guard.ambiguous-headers',
  'guard.rerouted',
  'guard.body-on-read',
  'guard.override-on-read',
  'guard.not-a-preflight',
  'guard.body-too-large',
  'guard.no-rule',
  'guard.query-mismatch',
  'guard.override-mismatch',
  'guard.body-unreadable',
  'guard.body-mismatch',
  'guard.permit-spent',
  'guard.permit-expired',
  'guard.fault',
] as const;

export type BlockRule = (typeof blockRules)[number];
