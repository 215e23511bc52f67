import {
  type ActionBinding,
  canonicalForm,
  leavingWrites,
  permitRulesDigest,
  type Target,
  targetRoleSchema,
  type WriteRule,
} from '@cux/contracts';
import type { AttemptDraft, SessionAttemptInput } from '@cux/kernel/capability';
import type { Prepare } from '../attempt/build-attempt.ts';
import { refused } from '../attempt/build-attempt.ts';
import { planSubjectMismatch } from '../attempt/plan-matches-subject.ts';
import { rulesOfBlocked } from './approval-question.ts';
import type { PlacementWork } from './placement-work.ts';

/** What an approval of one action is about, as far as the host says it. */
export type HostBinding = Omit<ActionBinding, 'leaves'>;

export type ApprovedAction = NonNullable<SessionAttemptInput['action']>;

/**
 * The action as the capability is told of it; null where nobody could be asked about it, since its element has no name or
 * role, or what was blocked before cannot be said in rules.
 */
export function approvedAction(
  binding: HostBinding,
  work: PlacementWork,
  planned: Target | null,
): ApprovedAction | null {
  const { element } = binding;
  const role = targetRoleSchema.safeParse(element.role);
  const tried = work.blocked.get(element.ref);
  const permit_rules: readonly WriteRule[] | null = tried === undefined ? null : rulesOfBlocked(tried);
  if (!role.success || element.name === '' || (tried !== undefined && permit_rules === null)) return null;
  const isPlanned = planned?.role === role.data && planned.name === element.name;
  return {
    binding,
    permit_rules,
    final_action: isPlanned ? planned : { role: role.data, name: element.name },
  };
}

/**
 * The capability's external write for the action. What it answers is held against what was asked: another binding, other
 * rules or another policy is refused.
 */
export function forApproved(
  action: ApprovedAction,
  extractions: SessionAttemptInput['extractions'],
): Prepare {
  return async (capability, input) => {
    const draft = await capability.prepareSession?.({ ...input, extractions, action });
    if (draft == null) {
      return refused(
        'approval.not-offered',
        'The capability has no use for such an action; do something else.',
      );
    }
    return isAbout(draft, action, input.policy_version)
      ? draft
      : refused('approval.other-action', 'The capability speaks of another action; mend the capability.');
  };
}

function isAbout(
  { plan, request, subject, stored_session }: AttemptDraft,
  action: ApprovedAction,
  version: string,
): boolean {
  const bound: ActionBinding = { ...action.binding, leaves: leavingWrites(plan.permit_rules) };
  return (
    subject !== null &&
    subject.action !== undefined &&
    canonicalForm(subject.action) === canonicalForm(bound) &&
    subject.permit_rules_digest === permitRulesDigest(plan) &&
    planSubjectMismatch(plan, { plan, request, subject, stored_session }, version) === null
  );
}
