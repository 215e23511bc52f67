import type { PublishingUnit } from '../attempt/request-wording.ts';
import type { Ending } from './ending.ts';

/**
 * What follows for publishing.
 *
 * - `raise-gate`: the site holds the draft; ask a person to approve its publication.
 * - `ask-again`: the approval no longer stands or was used up, and nothing was sent; ask anew.
 * - `draft-again`: the site's draft is not what was approved; put the approved content back, then ask anew.
 * - `sign-in`: ask a person to sign in (standing gate); what was tried goes on afterwards.
 * - `read-back`: find out from the site's own store what happened; nothing is tried again.
 * - `retry`: a reason that may pass; try again while the budget lasts, then ask a person.
 * - `ask-person`: nobody but a person can clear this.
 * - `settle`: the site's store was read; it says what happened.
 * - `unblock`: the account is signed in; what waited for it goes on.
 */
export type Meaning =
  | 'raise-gate'
  | 'ask-again'
  | 'draft-again'
  | 'sign-in'
  | 'read-back'
  | 'retry'
  | 'ask-person'
  | 'settle'
  | 'unblock';

export interface Row {
  /** The proposal's `because`: stable, named in todos and events. */
  readonly because: string;
  readonly meaning: Meaning;
}

function row(because: string, meaning: Meaning): Row {
  return { because, meaning };
}

/** What means the same for every unit: nothing was sent, and the site or engine stood in the way. */
const everywhere = {
  login: row('signed-out', 'sign-in'),

  native_dialog: row('unknown-dialog', 'ask-person'),
  modal: row('unknown-modal', 'ask-person'),
  popover: row('unknown-popover', 'ask-person'),
  overlay: row('something-covers-the-page', 'ask-person'),
  modal_unnamed: row('unknown-modal', 'ask-person'),
  captcha: row('captcha', 'ask-person'),
  payment: row('payment-asked', 'ask-person'),
  permission: row('permission-asked', 'ask-person'),
  destructive_confirmation: row('destructive-confirmation', 'ask-person'),

  foreign_origin: row('left-the-site', 'ask-person'),
  lookalike_target: row('lookalike-target', 'ask-person'),
  target_missing: row('site-has-changed', 'ask-person'),
  target_ambiguous: row('site-has-changed', 'ask-person'),
  write_blocked: row('unforeseen-write', 'ask-person'),
  privacy_unclear: row('privacy-unclear', 'ask-person'),
  failed_unnamed: row('failed-without-reason', 'ask-person'),

  target_lost: row('page-was-lost', 'retry'),
  target_stale: row('page-kept-changing', 'retry'),
  lifecycle_failure: row('engine-failed', 'retry'),
  navigation_failed: row('site-unreachable', 'retry'),
  evidence_missing: row('evidence-missing', 'retry'),
  deadline_passed: row('too-slow', 'retry'),
  guard_failure: row('guard-failed', 'retry'),
  // Published, taken back or removed by hand: to draft or press again could undo what a person did.
  fact_differs: row('site-says-otherwise', 'ask-person'),
  extraction_missing: row('fact-missing', 'retry'),
  cancelled: row('cancelled', 'retry'),
} as const satisfies Partial<Record<Ending, Row>>;

/** A draft or look that claims a press is out of contract; the kernel refuses it, and a person looks. */
const cannotPress = {
  pressed: row('pressed-without-approval', 'ask-person'),
  outcome_unknown: row('pressed-without-approval', 'ask-person'),
  void: row('void-without-commit', 'ask-person'),
} as const;

const noGateInvolved = {
  gate_missing: row('gate-not-expected', 'ask-person'),
  gate_stale: row('gate-not-expected', 'ask-person'),
} as const;

/** The table: what every stop reason and blocker means for publishing, unit by unit. */
export const meanings: Readonly<Record<PublishingUnit, Readonly<Record<Ending, Row>>>> = {
  draft_until_review_gate: {
    ...everywhere,
    ...cannotPress,
    ...noGateInvolved,
    draft_held: row('draft-held', 'raise-gate'),
    draft_not_held: row('draft-not-held', 'retry'),
    value_not_held: row('draft-not-held', 'retry'),
    completed: row('stopped-short-of-gate', 'ask-person'),
    subject_changed: row('content-changed', 'draft-again'),
  },

  publish_after_approved_gate: {
    ...everywhere,
    pressed: row('published', 'read-back'),
    // Completed without a press cannot be: whatever it was, the site's store is asked.
    completed: row('outcome-unclear', 'read-back'),
    outcome_unknown: row('outcome-unknown', 'read-back'),
    void: row('nothing-sent', 'ask-again'),
    draft_held: row('stopped-before-publishing', 'ask-again'),
    draft_not_held: row('draft-no-longer-matches', 'draft-again'),
    value_not_held: row('draft-no-longer-matches', 'draft-again'),
    subject_changed: row('content-changed', 'draft-again'),
    gate_missing: row('approval-missing', 'ask-again'),
    gate_stale: row('approval-no-longer-stands', 'ask-again'),
  },

  inspect_screen: {
    ...everywhere,
    ...cannotPress,
    ...noGateInvolved,
    completed: row('store-was-read', 'settle'),
    draft_held: row('stopped-short-of-reading', 'retry'),
    draft_not_held: row('stopped-short-of-reading', 'retry'),
    value_not_held: row('stopped-short-of-reading', 'retry'),
    subject_changed: row('stopped-short-of-reading', 'retry'),
  },

  enrol_stored_session: {
    ...everywhere,
    ...cannotPress,
    completed: row('signed-in', 'unblock'),
    // A person has just signed in; that the page still asks is theirs to look at.
    login: row('still-signed-out', 'ask-person'),
    target_missing: row('still-signed-out', 'ask-person'),
    // The page is there, and names another account.
    value_not_held: row('still-signed-out', 'ask-person'),
    gate_missing: row('standing-approval-missing', 'sign-in'),
    gate_stale: row('standing-approval-over', 'sign-in'),
    draft_held: row('stopped-short-of-looking', 'retry'),
    draft_not_held: row('stopped-short-of-looking', 'retry'),
    subject_changed: row('stopped-short-of-looking', 'retry'),
  },
};
