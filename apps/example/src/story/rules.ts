import type { PublishingRules } from '@cux/content-ops';
import type { ActionPolicy } from '@cux/policy';
import type { DemoSite } from './demo-site.ts';
import { agent } from './people.ts';

const day = 86_400_000;

/** Where the agent may publish, as whom, and how long an approval lasts. */
export function publishingRules(site: DemoSite): PublishingRules {
  return {
    schema_version: 'cux_publishing_rules_v1',
    policy_version: 'demo-1',
    agent: agent.id,
    gate_expires_ms: 7 * day,
    standing_window_ms: 30 * day,
    retry_budget: 2,
    sites: [{ id: 'demo', origin: site.origin, account: site.account, recipe: site.recipe }],
  };
}

/** Reading and drafting need nobody; what leaves, and what uses a sign-in, needs a person. */
export const actionPolicy: ActionPolicy = {
  schema_version: 'cux_action_policy_v1',
  label: 'demo',
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
