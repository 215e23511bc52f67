/** What a person was shown and said, written down when it was said: whether or not it ever arrived. */
export interface Decision {
  readonly person: string;
  readonly gate_id: string;
  readonly revision: number;
  readonly subject_digest: string;
  readonly decision: 'approve' | 'reject';
}

/** One publication, as the site counts it. */
export interface Effect {
  readonly attempt_id: string;
  readonly permit_id: string;
  readonly gate_id: string;
  readonly subject_digest: string;
  readonly record_id: string;
}

/** An answer that somebody was given. */
export interface Acknowledgement {
  readonly scope: string;
  readonly key: string;
  readonly command: string;
  /** Without `replayed`: every answer under a key is the same. */
  readonly answer: unknown;
}

/** What is known of the world outside of the store: nobody asks the kernel for it. */
export interface Facts {
  readonly decisions: readonly Decision[];
  readonly effects: readonly Effect[];
}
