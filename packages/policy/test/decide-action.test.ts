import { describe, expect, it } from 'vitest';
import { type Action, type ActionPolicy, decideAction, type PolicyRule } from '../src/index.ts';

const draft: Action = {
  action_unit: 'draft_until_review_gate',
  effect_class: 'draft',
  mode: 'drafting',
  origins: ['https://newsroom.example'],
  final_action: null,
};

function rule(change: Partial<PolicyRule>): PolicyRule {
  return { id: 'rule', effect: 'permit', when: {}, reason: 'because the test says so', ...change };
}

function policy(...rules: PolicyRule[]): ActionPolicy {
  return { version: 'policy-1', rules };
}

const rows: { policy: ActionPolicy; action: Action; effect: string; because: string }[] = [
  { policy: policy(), action: draft, effect: 'forbid', because: 'what no rule speaks of is forbidden' },
  { policy: policy(rule({})), action: draft, effect: 'permit', because: 'a rule permits it' },
  {
    policy: policy(rule({ id: 'a' }), rule({ id: 'b', effect: 'forbid' })),
    action: draft,
    effect: 'forbid',
    because: 'one forbid outweighs a permit, whatever the order',
  },
  {
    policy: policy(rule({ id: 'a', effect: 'require_approval' }), rule({ id: 'b' })),
    action: draft,
    effect: 'require_approval',
    because: 'asking outweighs permitting',
  },
  {
    policy: policy(rule({})),
    action: { ...draft, effect_class: 'external_write' },
    effect: 'require_approval',
    because: 'no rule can let a write leave without a person',
  },
  {
    policy: policy(rule({})),
    action: { ...draft, effect_class: 'credential_use' },
    effect: 'require_approval',
    because: 'no rule can let a credential be used without a person',
  },
  {
    policy: policy(rule({ when: { origins: ['https://newsroom.example'] } })),
    action: { ...draft, origins: ['https://newsroom.example', 'https://elsewhere.example'] },
    effect: 'forbid',
    because: 'every origin of the action must be in the list',
  },
  {
    policy: policy(rule({ when: { effect_classes: ['read'] } })),
    action: draft,
    effect: 'forbid',
    because: 'a permit for reading says nothing of drafting',
  },
  {
    policy: policy(rule({ when: { action_units: ['inspect_screen'] } })),
    action: draft,
    effect: 'forbid',
    because: 'a permit for another unit says nothing of this one',
  },
  {
    policy: policy(rule({ when: { modes: ['sandbox'] } })),
    action: draft,
    effect: 'forbid',
    because: 'a permit for another mode says nothing of this one',
  },
];

describe('decideAction', () => {
  it.each(rows)('$effect: $because', ({ policy: given, action, effect }) => {
    const decided = decideAction(given, action);
    expect(decided.effect).toBe(effect);
    expect(decided.policy_version).toBe('policy-1');
    expect(decided.reasons.length).toBeGreaterThan(0);
  });

  it('names the rules that decided', () => {
    const decided = decideAction(policy(rule({ id: 'a' }), rule({ id: 'b', effect: 'forbid' })), draft);
    expect(decided.rules).toEqual(['b']);
  });
});
