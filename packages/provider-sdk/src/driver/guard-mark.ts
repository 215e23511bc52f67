import type { WriteFingerprint } from '@cux/contracts';
import type { GuardRecord } from '../guard/guard.ts';

/** A point in a guard's record. A guard may outlive an attempt, so every fact is a difference between two. */
export interface GuardMark {
  readonly allowed: ReadonlyMap<string, number>;
  readonly blocked: ReadonlyMap<string, number>;
  readonly blockedTotal: number;
  readonly spent: number;
  readonly permitAnswer: GuardRecord['permitAnswer'];
}

export function markGuard(record: GuardRecord): GuardMark {
  return {
    allowed: new Map(record.allowed.map(({ rule, count }) => [rule, count])),
    blocked: new Map(record.blocked.map((fingerprint) => [identityOf(fingerprint), fingerprint.count])),
    blockedTotal: record.blocked.reduce((sum, { count }) => sum + count, 0),
    spent: record.spent.length,
    permitAnswer: record.permitAnswer,
  };
}

/** What the guard has seen since the mark. */
export interface GuardDifference {
  readonly blocked: readonly WriteFingerprint[];
  readonly allowed: readonly { readonly rule: string; readonly count: number }[];
  /** Permit rules that were spent, by id. */
  readonly spent: readonly string[];
  /** HTTP status of the last permitted write; null while its answer is not known. */
  readonly answered: number | null;
}

export function sinceMark(mark: GuardMark, record: GuardRecord): GuardDifference {
  const spent = record.spent.slice(mark.spent);
  const answer = record.permitAnswer;
  const isNew = answer !== null && answer !== mark.permitAnswer && spent.includes(answer.rule);
  return {
    blocked: record.blocked.flatMap((fingerprint) => {
      const count = fingerprint.count - (mark.blocked.get(identityOf(fingerprint)) ?? 0);
      return count > 0 ? [{ ...fingerprint, count }] : [];
    }),
    allowed: record.allowed.flatMap(({ rule, count }) => {
      const difference = count - (mark.allowed.get(rule) ?? 0);
      return difference > 0 ? [{ rule, count: difference }] : [];
    }),
    spent,
    answered: isNew ? answer.status : null,
  };
}

function identityOf({ method, origin, path, body_kind, shape, rule }: WriteFingerprint): string {
  return JSON.stringify([method, origin, path, body_kind, shape, rule]);
}
