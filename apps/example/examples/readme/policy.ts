import { type Action, createBuiltInPolicy, describeRule, readActionPolicy } from '@cux/policy';

const reading = readActionPolicy(`{
  "schema_version": "cux_action_policy_v1",
  "label": "newsroom",
  "rules": [
    { "id": "draft", "effect": "permit", "when": { "effect_classes": ["draft"], "origins": ["https://newsroom.example"] }, "reason": "Nobody sees a draft." },
    { "id": "publish", "effect": "require_approval", "when": { "effect_classes": ["external_write"] }, "reason": "The desk looks at it first." },
    { "id": "no-deletion", "effect": "forbid", "when": { "target": { "name": "Delete*" } }, "reason": "Agents delete nothing." }
  ]
}`);
if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
for (const rule of reading.policy.rules) console.log(describeRule(rule));

const policy = createBuiltInPolicy(reading.policy);
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
console.log(policy.decide(action).effect); // permit
console.log(policy.decide({ ...action, effect_class: 'external_write' }).effect); // require_approval
console.log(policy.decide({ ...action, target: { role: 'button', name: 'Delete post' } }).effect); // forbid
