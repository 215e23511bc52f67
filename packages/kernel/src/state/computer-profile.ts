import type { ComputerProfile } from '@cux/contracts';

/** What a profile revision says; it never changes. */
export type ProfileTerms = Pick<
  ComputerProfile,
  'host_kind' | 'needs' | 'screen' | 'recovery_grade' | 'sharing_scope'
>;

/** The head of a profile: which revisions it has, and from which one Computers are made. */
export interface ProfileHead {
  readonly profile_id: string;
  /** Guards this row; rises with every new revision and every activation, and is no number of a revision. */
  readonly revision: number;
  readonly latest: number;
  /**
   * The one active revision.
   *
   * - a number: state `active`; new Computers pin this revision.
   * - null: state `inactive`; no Computer is made from it. Those that are there keep what they pinned.
   */
  readonly active: number | null;
}

/** One immutable revision of a profile. */
export interface ProfileRevision {
  readonly profile_id: string;
  /** From 1, without gaps. */
  readonly number: number;
  readonly terms: ProfileTerms;
  /** The kernel's time. */
  readonly created_at: number;
}
