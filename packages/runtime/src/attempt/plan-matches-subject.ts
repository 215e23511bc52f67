import { needsGate, type Plan, permitRulesDigest } from '@cux/contracts';
import type { AttemptDraft } from '@cux/kernel/capability';

/**
 * What is hashed is what runs: the plan that would be carried out must be the one that the subject of the approval
 * speaks of. Answers a rule id, or null when they agree.
 */
export function planSubjectMismatch(plan: Plan, draft: AttemptDraft): string | null {
  const { request, subject } = draft;
  if (plan.action_unit !== request.action_unit) return 'plan.unit-mismatch';
  if (request.effect_class !== 'external_write') {
    return plan.permit_rules.length > 0 && !needsGate(request.effect_class)
      ? 'plan.permit-without-gate'
      : null;
  }
  if (subject === null) return 'plan.subject-missing';
  if (subject.action_unit !== plan.action_unit) return 'plan.unit-mismatch';
  if (subject.permit_rules_digest !== permitRulesDigest(plan)) return 'plan.permit-mismatch';
  const final = plan.final_action;
  if (
    final === null ||
    final.role !== subject.final_action.role ||
    final.name !== subject.final_action.name
  ) {
    return 'plan.final-action-mismatch';
  }
  return null;
}
