import type { PublishingRules } from '@cux/content-ops';
import type { ActionPolicy } from '@cux/policy';
import type { InitAnswers } from './init.ts';

const day = 86_400_000;

/** Where the agent may publish, as whom, and how long an approval lasts. */
export function publishingRules({ origin, account, recipe }: InitAnswers): PublishingRules {
  return {
    schema_version: 'cux_publishing_rules_v1',
    policy_version: '1',
    agent: 'cux-agent',
    gate_expires_ms: 7 * day,
    standing_window_ms: 30 * day,
    retry_budget: 2,
    sites: [{ id: 'site', origin, account, recipe }],
  };
}

/** Reading and drafting need nobody; what leaves, and what uses a sign-in, needs a person. */
export const actionPolicy: ActionPolicy = {
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

/** Something to begin with, in the fields that the recipe has. */
export function sampleContent(recipe: string): string {
  const section = recipe === 'newsroom' ? 'section: Culture\n' : '';
  return `---\ntitle: Hello from cux\n${section}---\nThis was drafted by an agent and approved by a person.\n`;
}
