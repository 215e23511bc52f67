import type { Finding } from '@cux/contracts';

/** A refusal is a value with a stable rule id; it moves nothing. Exceptions are for faults. */
export interface Refusal {
  readonly kind: 'refused';
  /** For example `gate.not-open`, `attempt.lower-fence`. */
  readonly rule: string;
  /** One sentence with the next step; never echoes a value. */
  readonly message: string;
  /** All findings, where the refusal is a judge's verdict. */
  readonly findings: readonly Finding[];
}

export interface Accepted<Result> {
  readonly kind: 'accepted';
  readonly result: Result;
  /** True when the answer is the stored one of an earlier command with the same key and body. */
  readonly replayed: boolean;
}

export type Answer<Result> = Accepted<Result> | Refusal;
