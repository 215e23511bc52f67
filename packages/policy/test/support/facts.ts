import type { Action, ActionPolicy, PolicyRule } from '../../src/index.ts';

/** Tuesday, 2026-12-01T10:30:00Z. */
export const tuesdayMorning = Date.UTC(2026, 11, 1, 10, 30);

export const nothingUsed: Action['used'] = {
  attempts: 0,
  actions: 0,
  wall_ms: 0,
  external_writes: 0,
  interventions: 0,
};

/** A draft's plan on the newsroom, with what is different in it. */
export function action(change: Partial<Action> = {}): Action {
  return {
    kind: 'plan',
    action_unit: 'draft_until_review_gate',
    effect_class: 'draft',
    mode: 'drafting',
    origins: ['https://newsroom.example'],
    target: null,
    at: tuesdayMorning,
    used: nothingUsed,
    ...change,
  };
}

/** A click on a button of that name. */
export function click(name: string, change: Partial<Action> = {}): Action {
  return action({ kind: 'click', target: { role: 'button', name }, ...change });
}

export function rule(change: Partial<PolicyRule> = {}): PolicyRule {
  return { id: 'rule', effect: 'permit', when: {}, reason: 'because the test says so', ...change };
}

export function policy(...rules: PolicyRule[]): ActionPolicy {
  return { schema_version: 'cux_action_policy_v1', label: 'test', rules };
}
