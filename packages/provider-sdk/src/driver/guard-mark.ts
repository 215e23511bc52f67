import type { WriteFingerprint } from '@cux/contracts';
import type { GuardRecord, SpentRule } from '../guard/guard.ts';

/** A point in a guard's record. A guard may outlive an attempt, so every fact is a difference between two. */
export interface GuardMark {
  readonly allowed: ReadonlyMap<string, number>;
  readonly blocked: ReadonlyMap<string, number>;
  readonly blockedTotal: number;
  readonly spent: number;
}

export function markGuard(record: GuardRecord): GuardMark {
  return {
    allowed: new Map(record.allowed.map(({ rule, count }) => [rule, count])),
    blocked: new Map(record.blocked.map((fingerprint) => [identityOf(fingerprint), fingerprint.count])),
    blockedTotal: record.blocked.reduce((sum, { count }) => sum + count, 0),
    spent: record.spent.length,
  };
}

/** What the guard has seen since the mark. */
export interface GuardDifference {
  readonly blocked: readonly WriteFingerprint[];
  readonly allowed: readonly { readonly rule: string; readonly count: number }[];
  /** Permit rules that were spent, each with its answer. */
  readonly spent: readonly SpentRule[];
}

export function sinceMark(mark: GuardMark, record: GuardRecord): GuardDifference {
  return {
    blocked: record.blocked.flatMap((fingerprint) => {
      const count = fingerprint.count - (mark.blocked.get(identityOf(fingerprint)) ?? 0);
      return count > 0 ? [{ ...fingerprint, count }] : [];
    }),
    allowed: record.allowed.flatMap(({ rule, count }) => {
      const difference = count - (mark.allowed.get(rule) ?? 0);
      return difference > 0 ? [{ rule, count: difference }] : [];
    }),
    spent: record.spent.slice(mark.spent),
  };
}

function identityOf({ method, origin, path, body_kind, shape, rule }: WriteFingerprint): string {
  return JSON.stringify([method, origin, path, body_kind, shape, rule]);
}
