import type { Digest, EvidenceClass } from '@cux/contracts';

/** Something kept in the vault, known here by class, digest and safety flags only. */
export interface Evidence {
  /** Made of its attempt and its digest, salted: the name of a row stands in the log, and a digest would give short things away. */
  readonly evidence_id: string;
  readonly digest: Digest;
  readonly attempt_id: string;
  readonly evidence_class: EvidenceClass;
  readonly size: number;
  readonly redacted: boolean;
}
