import type { Clock } from '@cux/contracts';

/** The wall clock of this machine, for what has no host that gives it one: a doctor, the conformance suite, a test. */
export const systemClock: Clock = { now: () => Date.now() };
