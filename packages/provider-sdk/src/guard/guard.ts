import type { Permit, Plan, WriteFingerprint, WriteRule } from '@cux/contracts';
import type { GuardEndpoint } from './guard-endpoint.ts';

/** What a guard has seen since it started. Facts for the receipt; the host's record of what a permit spent. */
export interface GuardRecord {
  readonly blocked: readonly WriteFingerprint[];
  readonly allowed: readonly { readonly rule: string; readonly count: number }[];
  /** Permit rules that matched and were sent upstream, by rule id; in the order they were spent. */
  readonly spent: readonly string[];
  /** A permitted write was sent and its answer is known. Null while none was, or the answer never came. */
  readonly permitAnswer: { readonly rule: string; readonly status: number } | null;
  /** How often the guard failed to understand something and therefore denied. */
  readonly faults: number;
}

/**
 * The host's loopback proxy (design §6, Effect guard). It denies from before the engine starts until after it
 * has ended; it never opens: rules are added, never a bypass.
 */
export interface Guard {
  readonly endpoint: GuardEndpoint;
  /** Draft rules and origins of one attempt. Until called, every request is denied. */
  configure(plan: Pick<Plan, 'allowed_origins' | 'write_rules'>): void;
  /** Arms the permit's rules, each once. Throws when a permit is armed already. */
  arm(permit: Permit, rules: readonly WriteRule[]): void;
  /** Takes back what is unspent. After it, nothing of the permit can leave; answers what was spent before. */
  disarm(): readonly string[];
  /** A person's own input: these rules, until released. Never evidence for a receipt. */
  enterHuman(rules: readonly WriteRule[]): void;
  leaveHuman(): void;
  record(): GuardRecord;
  /** Resolves when a write of this rule has been let pass since `since` (a count from `record`), false at the timeout. */
  waitForWrite(rule: string, since: number, timeoutMs: number): Promise<boolean>;
  /** Denies everything and cuts every socket, now. The endpoint stays up, denying, until `close`. */
  cut(): void;
  close(): Promise<void>;
}
