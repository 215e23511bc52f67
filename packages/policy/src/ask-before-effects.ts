import type { ActionPolicy } from './action-policy.ts';

/**
 * A policy to begin with: reading and drafting need nobody; what leaves, and what uses a sign-in, needs a person.
 */
export const askBeforeEffects: ActionPolicy = {
  schema_version: 'cux_action_policy_v1',
  label: 'ask before effects',
  rules: [
    {
      id: 'read-and-draft',
      effect: 'permit',
      when: { effect_classes: ['read', 'draft'] },
      reason: 'Reading and drafting change nothing that others see.',
    },
    {
      id: 'ask-before-effects',
      effect: 'require_approval',
      when: { effect_classes: ['external_write', 'credential_use'] },
      reason: 'What leaves the machine needs a person.',
    },
  ],
};
