import type { EffectClass, Plan, RuntimeProfile } from '@cux/contracts';

/** The action units that publishing offers. */
export type PublishingUnit =
  | 'draft_until_review_gate'
  | 'publish_after_approved_gate'
  | 'inspect_screen'
  | 'enrol_stored_session';

export interface UnitWording {
  readonly effectClass: EffectClass;
  readonly forbidden: readonly EffectClass[];
  /** For people; the typed fields enforce. */
  readonly stopCondition: string;
  readonly validationTarget: string;
}

/** What a request of each unit says about itself. */
export const unitWordings: Readonly<Record<PublishingUnit, UnitWording>> = {
  draft_until_review_gate: {
    effectClass: 'draft',
    forbidden: ['external_write', 'credential_use'],
    stopCondition: 'stop at the final confirmation, at a sign-in or at any unknown modal',
    validationTarget: 'the site holds exactly the approved draft and the final action remains unclicked',
  },
  publish_after_approved_gate: {
    effectClass: 'external_write',
    forbidden: ['credential_use'],
    stopCondition: 'stop before the final action unless the saved draft equals what was approved; press once',
    validationTarget: 'the final action was pressed once and the site answered',
  },
  inspect_screen: {
    effectClass: 'read',
    forbidden: ['draft', 'external_write', 'credential_use'],
    stopCondition: 'stop when the status is read, at a sign-in or at any unknown modal',
    validationTarget: 'the status of the item is read from the site’s own store',
  },
  enrol_stored_session: {
    effectClass: 'credential_use',
    forbidden: ['draft', 'external_write'],
    stopCondition: 'stop when the account is seen to be signed in, or is not',
    validationTarget: 'the page of the signed-in account is reached',
  },
};

const effectSentences: Readonly<Record<EffectClass, string>> = {
  read: 'read anything',
  draft: 'change or save anything on the site',
  external_write: 'publish, send, submit, pay or delete anything',
  credential_use: 'sign in, or use or change credentials',
};

/**
 * What a person is told that an attempt must not do.
 *
 * @param untilApproved whether the person is asked to allow what writes, once: only until then it is forbidden
 */
export function forbiddenSentences(classes: readonly EffectClass[], untilApproved = false): string[] {
  return classes.map((effectClass) => {
    const sentence = effectSentences[effectClass];
    const mayBeApproved = effectClass === 'draft' || effectClass === 'external_write';
    return untilApproved && mayBeApproved ? `before a person has approved: ${sentence}` : sentence;
  });
}

/** The evidence that this provider can capture, the masked kind first. */
export function evidenceWanted(profile: RuntimeProfile): Plan['evidence'] {
  const { accessibility_tree, screenshots } = profile.provider_primitives;
  const evidence: Plan['evidence'] = [];
  if (screenshots === 'host_owned') evidence.push('screenshot');
  if (accessibility_tree !== undefined && accessibility_tree !== 'unsupported') {
    evidence.push('accessibility_snapshot');
  }
  return evidence;
}
