import type { Permit, Plan, WriteFingerprint, WriteRule } from '@cux/contracts';
import type { GuardEndpoint } from './guard-endpoint.ts';

/** One permitted write that was sent. */
export interface SpentRule {
  readonly rule: string;
  /** HTTP status of its answer. Null while none came: then nobody knows whether it took effect. */
  readonly status: number | null;
}

/**
 * What a guard has seen since it started; it only grows, and what belongs to one attempt is the difference
 * between two records. Facts for the receipt; the host's record of what a permit spent. Writes of a person
 * under the human profile are apart.
 */
export interface GuardRecord {
  /** Writes that were tried and did not leave, merged; at most 200 entries. Redacted: never a value. */
  readonly blocked: readonly WriteFingerprint[];
  /** How many writes of each draft rule were sent upstream, whatever came back. */
  readonly allowed: readonly { readonly rule: string; readonly count: number }[];
  /** Permit rules that matched and were sent upstream, in the order they were spent. */
  readonly spent: readonly SpentRule[];
  /**
   * Writes of **any** rule, draft or permit, between the latest `arm` and its `disarm` (or `cut`). Zero is the
   * proof that nothing at all was sent under the permit; 0 also when none was armed.
   */
  readonly leftSinceArm: number;
  /** How often the guard failed to understand something and therefore denied. */
  readonly faults: number;
  /** Writes that the engine itself sent to its maker's hosts (no page stands behind them); all were denied. */
  readonly engineOwn: number;
  /** What a person did under the human profile. Never evidence for a receipt. */
  readonly human: {
    readonly blocked: readonly WriteFingerprint[];
    readonly allowed: readonly { readonly rule: string; readonly count: number }[];
  };
}

/**
 * The host's loopback proxy: it denies from before the engine starts until after it has ended, and it never
 * opens. Rules are added, never a bypass. Misuse (a second permit, a permit for other rules, anything after
 * `cut`) throws a `GuardMisuse`; nothing that a page does throws.
 */
export interface Guard {
  readonly endpoint: GuardEndpoint;
  /**
   * Begins an attempt: its origins and draft rules take the place of the former ones. Until the first call
   * every request is denied. Throws while a permit is armed or a person has the
   * controls, and when a rule is not of class `draft`. Empty lists deny everything again: use them when an attempt ends and its session
   * lives on, so that nothing is saved while nobody works.
   */
  configure(plan: Pick<Plan, 'allowed_origins' | 'write_rules'>): void;
  /**
   * Arms the permit's rules, each once. A rule is spent when it matches, right before the write is sent. Whether
   * the permit's time is over is asked at every match, and again once the site is connected, before the first byte.
   * Throws when a permit is armed already or this one ever was, when its time is over, when the rules are not
   * those of the permit's digest, and when a draft rule could let pass what one of them is for.
   *
   * @param expiresAt the end of the permit's time, in milliseconds of the guard's monotonic clock
   */
  arm(permit: Permit, rules: readonly WriteRule[], expiresAt: number): void;
  /**
   * Takes back what is unspent. After it, nothing of the permit can leave; answers what of it was spent, also
   * when asked again and after `cut`.
   */
  disarm(): readonly string[];
  /**
   * A person's own input: these rules and no others (no draft rule, no permit), at the plan's origins and the
   * rules' own, until `leaveHuman`. A write that was decided on before and has not left does not leave any more. Throws while a permit is armed.
   */
  enterHuman(rules: readonly WriteRule[]): void;
  leaveHuman(): void;
  record(): GuardRecord;
  /**
   * Waits until a write of this rule that was sent after the mark has been **answered** by the site with 2xx
   * or 3xx. The mark `since` is the number of writes of the rule sent so far (`allowed[…].count` of `record()`, 0
   * when the rule is not listed), taken right before the action that should cause the write; an answer to an
   * earlier write does not count. Resolves false after `timeoutMs` milliseconds, and at `cut` or `close`.
   */
  waitForWrite(rule: string, since: number, timeoutMs: number): Promise<boolean>;
  /** Final: denies everything and cuts every socket, now. The endpoint stays up, denying, until `close`. */
  cut(): void;
  /** Cuts and gives the port back. Safe to call twice. */
  close(): Promise<void>;
}
