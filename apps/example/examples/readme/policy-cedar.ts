import type { Action } from '@cux/policy';
import { createCedarPolicy } from '@cux/policy-cedar';

const verdict = createCedarPolicy(`
@id("draft")
permit (principal, action, resource)
when { context.effect_class == Cux::EffectClass::"draft" }
when { ["https://newsroom.example"].containsAll(context.origins) };

@id("publish")
@decision("require_approval")
@reason("The desk looks at it first.")
permit (principal, action, resource)
when { context.effect_class == Cux::EffectClass::"external_write" };
`);
if (!verdict.ok) throw new Error(JSON.stringify(verdict.problems));

const action: Action = {
  kind: 'click',
  action_unit: 'draft_until_review_gate',
  effect_class: 'draft',
  mode: 'drafting',
  origins: ['https://newsroom.example'],
  target: { role: 'button', name: 'Save draft' },
  at: Date.UTC(2026, 11, 1, 10, 30),
  used: { attempts: 0, actions: 3, wall_ms: 0, external_writes: 0, interventions: 0 },
};
console.log(verdict.policy.decide(action).effect); // permit
console.log(verdict.policy.decide({ ...action, effect_class: 'external_write' }).effect); // require_approval
console.log(verdict.policy.decide({ ...action, origins: ['https://elsewhere.example'] }).effect); // forbid
