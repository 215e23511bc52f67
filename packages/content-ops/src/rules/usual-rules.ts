import type { PublishingRules, PublishingSite } from './publishing-rules.ts';

const day = 86_400_000;

/**
 * Rules to begin with: an approval lasts a week, a sign-in a month, and what fails for reasons of the site is tried twice more.
 *
 * @param agent whose name the work is done in
 */
export function usualRules(
  agent: string,
  site: PublishingSite,
  other: Partial<PublishingRules> = {},
): PublishingRules {
  return {
    schema_version: 'cux_publishing_rules_v1',
    policy_version: '1',
    agent,
    gate_expires_ms: 7 * day,
    standing_window_ms: 30 * day,
    retry_budget: 2,
    sites: [site],
    ...other,
  };
}
