import type { Digest, EvidenceClass } from '@cux/contracts';

/** Something kept in the vault, known here by class, digest and safety flags only. */
export interface Evidence {
  readonly digest: Digest;
  readonly attempt_id: string;
  readonly evidence_class: EvidenceClass;
  readonly size: number;
  readonly redacted: boolean;
}
