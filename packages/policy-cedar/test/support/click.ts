import type { Action } from '@cux/policy';

/** A click on a button, in a draft on the newsroom. */
export const click: Action = {
  kind: 'click',
  action_unit: 'draft_until_review_gate',
  effect_class: 'draft',
  mode: 'drafting',
  origins: ['https://newsroom.example'],
  target: { role: 'button', name: 'Save draft' },
  at: Date.UTC(2026, 11, 1, 10, 30),
  used: { attempts: 0, actions: 3, wall_ms: 0, external_writes: 0, interventions: 0 },
};
