import type { DriverLimits } from '@cux/provider-sdk';

/** How long the host waits for an engine, in milliseconds. None of them is a verdict about an effect. */
export interface HostLimits {
  /** From asking for a session until the engine is there; beyond it the attempt is given up. */
  readonly opening: number;
  /** For the first page of a takeover, beside what its engine needs. */
  readonly navigation: number;
  /** For an engine to say what a Screen shows. */
  readonly looking: number;
  /** For an engine to end by itself; beyond it the host goes on without it, behind a guard that denies everything. */
  readonly closing: number;
  /** For what is under way on a Screen to come to its end when a person wants it; longer than a lease. */
  readonly draining: number;
  /** How often it is asked meanwhile whether it has. */
  readonly drainingPoll: number;
  /** Shorter or longer waits of the plan driver than its usual ones. */
  readonly driver: Partial<DriverLimits>;
}

export const defaultHostLimits: HostLimits = {
  opening: 90_000,
  navigation: 30_000,
  looking: 60_000,
  closing: 15_000,
  draining: 90_000,
  drainingPoll: 100,
  driver: {},
};

/** How long an attempt is held without progress where nobody says otherwise, in milliseconds. */
export const usualLeaseMs = 60_000;
