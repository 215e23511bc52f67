import { type Plan, permitRulesDigest, type Subject } from '@cux/contracts';
import type { CapabilityRecord } from '@cux/kernel/capability';
import type { Content } from '../content/content.ts';
import { ContentOpsFault } from '../content-ops-fault.ts';
import { type RenderInput, renderPlan } from '../recipes/render-plan.ts';
import type { PublishingCase } from './publishing-case.ts';

/** A publication as it would be approved: its plan, and what the gate is about. */
export interface Publication {
  readonly plan: Plan;
  readonly subject: Subject;
}

export type PublicationVerdict =
  | ({ readonly ok: true } & Publication)
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * The publication of one record at one revision. The question to a person and the attempt that uses the answer
 * are both built here, so they are about the same thing or the kernel refuses.
 */
export function publication(
  subjectCase: PublishingCase,
  record: CapabilityRecord,
  content: Content,
  item: string,
  options: { readonly evidence: RenderInput['evidence']; readonly policy_version: string },
): PublicationVerdict {
  const { site, recipe } = subjectCase;
  const { evidence, policy_version } = options;
  const { origin, account } = site;
  const rendered = renderPlan(recipe, { phase: 'publish', origin, account, item, content, evidence });
  if (!rendered.ok) return rendered;
  const { plan } = rendered;
  const subject: Subject = {
    action_unit: 'publish_after_approved_gate',
    capability: record.capability,
    target: { site: origin, account, item },
    record_id: record.record_id,
    record_revision: record.revision,
    content_digest: record.content_digest,
    final_action: plan.final_action ?? recipe.publish.final_action,
    permit_rules_digest: permitRulesDigest(plan),
    policy_version,
  };
  return { ok: true, plan, subject };
}

/** A recipe or content that renders to nothing valid is for a person to mend. */
export function renderFault(problems: readonly string[]): ContentOpsFault {
  return new ContentOpsFault('recipe_unfit', `The recipe gives no valid plan: ${problems.join('; ')}.`);
}
