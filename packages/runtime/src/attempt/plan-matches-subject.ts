import { canonicalForm, type Plan, permitRulesDigest, type Subject } from '@cux/contracts';
import type { AttemptDraft } from '@cux/kernel/capability';

/**
 * What is hashed is what runs: the plan that would be carried out must be the one that the subject of the approval
 * speaks of, under the rules that hold now. Answers a rule id, or null when they agree.
 */
export function planSubjectMismatch(plan: Plan, draft: AttemptDraft, policyVersion: string): string | null {
  const { request, subject } = draft;
  if (plan.action_unit !== request.action_unit) return 'plan.unit-mismatch';
  // Only a commit hands out a permit, and only an external write commits.
  if (request.effect_class !== 'external_write') {
    return plan.permit_rules.length > 0 ? 'plan.permit-without-gate' : null;
  }
  if (subject === null) return 'plan.subject-missing';
  return mismatches.find(({ differs }) => differs(plan, subject, policyVersion))?.rule ?? null;
}

interface Mismatch {
  readonly rule: string;
  readonly differs: (plan: Plan, subject: Subject, policyVersion: string) => boolean;
}

const mismatches: readonly Mismatch[] = [
  { rule: 'plan.unit-mismatch', differs: (plan, subject) => subject.action_unit !== plan.action_unit },
  {
    rule: 'plan.policy-mismatch',
    differs: (_plan, subject, policyVersion) => subject.policy_version !== policyVersion,
  },
  {
    rule: 'plan.site-mismatch',
    differs: ({ allowed_origins, permit_rules }, { target: { site } }) =>
      !allowed_origins.includes(site) || permit_rules.some(({ origin }) => origin !== site),
  },
  {
    rule: 'plan.permit-mismatch',
    differs: (plan, subject) => subject.permit_rules_digest !== permitRulesDigest(plan),
  },
  {
    // The whole target: the same button in another container or frame is another action.
    rule: 'plan.final-action-mismatch',
    differs: (plan, subject) => canonicalForm(plan.final_action) !== canonicalForm(subject.final_action),
  },
];
