import { canonicalForm, failureBlockerCodes, judgeProposal, modalBlockerCodes } from '@cux/contracts';
import { describe, expect, it } from 'vitest';
import type { PublishingUnit } from '../src/attempt/request-wording.ts';
import { type Ending, meanings } from '../src/index.ts';
import { newsroomCase, wordpressCase } from './support/publishing.ts';
import { proposalFor, reportOf } from './support/reports.ts';

type State = 'open' | 'awaiting_gate' | 'reconciling' | 'blocked' | 'done';

interface Line {
  readonly ending: Ending;
  readonly todo: State;
  readonly as: string;
  readonly because: string;
}

const line = (ending: Ending, todo: State, as: string, because: string): Line => ({
  ending,
  todo,
  as,
  because,
});

const inTheWay: readonly Line[] = [
  line('native_dialog', 'blocked', 'unknown-dialog', 'a browser dialog is nobody’s to answer but a person’s'),
  line('modal', 'blocked', 'unknown-modal', 'a dialog that no recipe knows is never clicked away'),
  line('popover', 'blocked', 'unknown-popover', 'closing it may write'),
  line('overlay', 'blocked', 'something-covers-the-page', 'what covers the page would get the press'),
  line('modal_unnamed', 'blocked', 'unknown-modal', 'a modal without a name is a modal'),
  line('captcha', 'blocked', 'captcha', 'it asks for a person'),
  line('payment', 'blocked', 'payment-asked', 'publishing never pays'),
  line('permission', 'blocked', 'permission-asked', 'granting is a person’s'),
  line('destructive_confirmation', 'blocked', 'destructive-confirmation', 'publishing never deletes'),
  line('foreign_origin', 'blocked', 'left-the-site', 'only the approved site is approved'),
  line('lookalike_target', 'blocked', 'lookalike-target', 'a lookalike is not the target'),
  line('target_ambiguous', 'blocked', 'site-has-changed', 'a second try meets the same page'),
  line('write_blocked', 'blocked', 'unforeseen-write', 'nobody has approved that write'),
  line('privacy_unclear', 'blocked', 'privacy-unclear', 'whether it may be read is not ours to say'),
  line('failed_unnamed', 'blocked', 'failed-without-reason', 'without a reason there is no remedy'),
  line('target_lost', 'open', 'page-was-lost', 'the page may stay next time'),
  line('target_stale', 'open', 'page-kept-changing', 'it may settle'),
  line('lifecycle_failure', 'open', 'engine-failed', 'a fresh engine may live'),
  line('navigation_failed', 'open', 'site-unreachable', 'the site may come back'),
  line('evidence_missing', 'open', 'evidence-missing', 'nothing was sent; the next try may capture it'),
  line('deadline_passed', 'open', 'too-slow', 'it may be faster next time'),
  line('guard_failure', 'open', 'guard-failed', 'nothing could leave'),
  line('fact_differs', 'blocked', 'site-says-otherwise', 'somebody acted by hand; a person looks'),
  line('extraction_missing', 'open', 'fact-missing', 'the store may answer next time'),
  line('cancelled', 'open', 'cancelled', 'the host stopped; nothing was sent'),
];

const tables: Readonly<Record<PublishingUnit, readonly Line[]>> = {
  draft_until_review_gate: [
    ...inTheWay,
    line('draft_held', 'awaiting_gate', 'draft-held', 'the site holds the draft: a person decides'),
    line('draft_not_held', 'open', 'draft-not-held', 'fill it again'),
    line('value_not_held', 'open', 'draft-not-held', 'fill it again'),
    line('subject_changed', 'open', 'content-changed', 'the new content is drafted'),
    line('completed', 'blocked', 'stopped-short-of-gate', 'a draft without its gate is no draft'),
    line('login', 'blocked', 'signed-out', 'the newsroom has no sign-in: nobody can enrol'),
    line('target_missing', 'blocked', 'site-has-changed', 'a second try meets the same page'),
    line('gate_missing', 'blocked', 'gate-not-expected', 'a draft is bound to no gate'),
    line('gate_stale', 'blocked', 'gate-not-expected', 'a draft is bound to no gate'),
    line('pressed', 'blocked', 'pressed-without-approval', 'a draft that presses is out of contract'),
    line('outcome_unknown', 'blocked', 'pressed-without-approval', 'a draft never commits'),
    line('void', 'blocked', 'void-without-commit', 'a draft never commits'),
  ],
  publish_after_approved_gate: [
    ...inTheWay,
    line('pressed', 'reconciling', 'published', 'the press is a claim until the store was read'),
    line('completed', 'reconciling', 'outcome-unclear', 'completed without a press cannot be: ask the store'),
    line('outcome_unknown', 'reconciling', 'outcome-unknown', 'never tried again, always found out'),
    line('void', 'awaiting_gate', 'nothing-sent', 'the approval is used up and nothing was sent'),
    line('draft_held', 'awaiting_gate', 'stopped-before-publishing', 'the approval is over'),
    line('gate_missing', 'awaiting_gate', 'approval-missing', 'ask for one'),
    line('gate_stale', 'awaiting_gate', 'approval-no-longer-stands', 'ask again'),
    line('draft_not_held', 'open', 'draft-no-longer-matches', 'somebody changed it: draft and ask anew'),
    line('value_not_held', 'open', 'draft-no-longer-matches', 'somebody changed it: draft and ask anew'),
    line('subject_changed', 'open', 'content-changed', 'what was approved is not what would go out'),
    line('login', 'blocked', 'signed-out', 'the newsroom has no sign-in: nobody can enrol'),
    line('target_missing', 'blocked', 'site-has-changed', 'a second try meets the same page'),
  ],
  inspect_screen: [
    ...inTheWay,
    line('completed', 'done', 'read-back-verified', 'the store holds what was approved'),
    line('draft_held', 'open', 'stopped-short-of-reading', 'a look has no gate'),
    line('draft_not_held', 'open', 'stopped-short-of-reading', 'a look has no gate'),
    line('value_not_held', 'open', 'stopped-short-of-reading', 'the store was not read'),
    line('subject_changed', 'open', 'stopped-short-of-reading', 'the store was not read'),
    line('login', 'blocked', 'signed-out', 'the newsroom has no sign-in: nobody can enrol'),
    line('target_missing', 'blocked', 'site-has-changed', 'a second try meets the same page'),
    line('gate_missing', 'blocked', 'gate-not-expected', 'a look is bound to no gate'),
    line('gate_stale', 'blocked', 'gate-not-expected', 'a look is bound to no gate'),
    line('pressed', 'blocked', 'pressed-without-approval', 'a look that presses is out of contract'),
    line('outcome_unknown', 'blocked', 'pressed-without-approval', 'a look never commits'),
    line('void', 'blocked', 'void-without-commit', 'a look never commits'),
  ],
  enrol_stored_session: [
    ...inTheWay,
    line('completed', 'done', 'signed-in', 'the account is signed in: what waited goes on'),
    line('login', 'blocked', 'still-signed-out', 'the person’s sign-in did not take'),
    line('target_missing', 'blocked', 'still-signed-out', 'the page of the account does not show'),
    line('value_not_held', 'blocked', 'still-signed-out', 'another account is signed in'),
    line('draft_held', 'open', 'stopped-short-of-looking', 'a look has no gate'),
    line('draft_not_held', 'open', 'stopped-short-of-looking', 'a look has no gate'),
    line('subject_changed', 'open', 'stopped-short-of-looking', 'the account was not seen'),
    line('gate_missing', 'awaiting_gate', 'standing-approval-missing', 'ask for the standing approval'),
    line('gate_stale', 'awaiting_gate', 'standing-approval-over', 'ask for the standing approval again'),
    line('pressed', 'blocked', 'pressed-without-approval', 'a look that presses is out of contract'),
    line('outcome_unknown', 'blocked', 'pressed-without-approval', 'a look never commits'),
    line('void', 'blocked', 'void-without-commit', 'a look never commits'),
  ],
};

const everyEnding: readonly Ending[] = [
  ...modalBlockerCodes,
  ...failureBlockerCodes,
  'completed',
  'pressed',
  'draft_held',
  'draft_not_held',
  'modal_unnamed',
  'failed_unnamed',
  'void',
];

describe.each(Object.entries(tables) as [PublishingUnit, readonly Line[]][])('%s', (unit, lines) => {
  // Only a site with a sign-in enrols; the others have none to offer.
  const of = unit === 'enrol_stored_session' ? wordpressCase : newsroomCase;

  it.each(lines)('$ending → $todo ($as), because $because', ({ ending, todo, as }) => {
    const proposal = proposalFor(unit, reportOf(ending, unit, of), {}, of);
    expect({ todo: proposal.todo.state, as: proposal.because }).toEqual({ todo, as });
  });

  it('has one line for every ending there is', () => {
    expect(lines.map(({ ending }) => ending).sort()).toEqual([...everyEnding].sort());
    expect(Object.keys(meanings[unit]).sort()).toEqual([...everyEnding].sort());
  });

  it.each(everyEnding)('%s gives a proposal that the contract accepts', (ending) => {
    const proposal = proposalFor(unit, reportOf(ending, unit, of), {}, of);
    expect(judgeProposal(new TextEncoder().encode(canonicalForm(proposal)))).toMatchObject({ findings: [] });
  });
});
