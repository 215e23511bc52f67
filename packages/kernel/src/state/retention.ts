import type { RetentionKind } from '@cux/contracts';

/**
 * What the workspace does with what was observed. There is one such row, from the first `set-retention` on; before it the
 * retention is `standard` with its usual days.
 */
export interface Retention {
  readonly retention_id: 'retention';
  /** 0 while nobody has set one. */
  readonly revision: number;
  readonly kind: RetentionKind;
  /** For how many days evidence and contents are kept, counted from when they were last kept; null under `zdr`. */
  readonly days: number | null;
}

export const retentionRowId = 'retention';

/** What holds where nobody has set a retention. */
export const usualRetention: Retention = {
  retention_id: retentionRowId,
  revision: 0,
  kind: 'standard',
  days: 30,
};
