import { type Plan, planSchema } from '@cux/contracts';
import type { Scenario } from './scenario.ts';

const title = 'Quarterly notes';
const summary = 'Second draft for review';

const post = `fetch('/entries/7',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({title:document.querySelector('#t').value,summary:document.querySelector('#s').value})})`;

interface PageParts {
  readonly title?: string;
  readonly button?: string;
  readonly more?: string;
}

function page(parts: PageParts = {}): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Entry</title><link rel="icon" href="data:,"></head><body>
<form onsubmit="event.preventDefault()"><label>Title <input id="t" ${parts.title ?? ''}></label><label>Summary <textarea id="s"></textarea></label>
<button type="button" onclick="${post.replaceAll('"', '&quot;')}">${parts.button ?? 'Publish'}</button></form>${parts.more ?? ''}</body></html>`;
}

function draftPlan(startUrl: string, parts: Partial<Plan> = {}): Plan {
  return planSchema.parse({
    schema_version: 'cux_plan_v1',
    action_unit: 'draft_until_review_gate',
    start_url: startUrl,
    allowed_origins: [new URL(startUrl).origin],
    steps: [
      { kind: 'fill', target: { role: 'textbox', name: 'Title' }, value: title },
      { kind: 'fill', target: { role: 'textbox', name: 'Summary' }, value: summary },
    ],
    final_action: { role: 'button', name: 'Publish' },
    write_rules: [],
    permit_rules: [],
    known_modals: [],
    sign_in_walls: [],
    extractions: [],
    evidence: ['screenshot'],
    settle_ms: 400,
    deadline_ms: 60_000,
    viewport: { width: 1_280, height: 900 },
    ...parts,
  });
}

const stoppedAtGate: Scenario['expected'] = {
  stop_reason: 'stopped_at_gate',
  code: null,
  draft_present: true,
  final_action_clicked: false,
  extractions: {},
  writes: 0,
};
const stopped = (
  stop_reason: 'failed' | 'blocked_by_unknown_modal',
  code: Scenario['expected']['code'],
  draft_present = false,
): Scenario['expected'] => ({ ...stoppedAtGate, stop_reason, code, draft_present });

/** What every provider has to get right before it is trusted with a site. */
export const scenarios: readonly Scenario[] = [
  {
    id: 'plain-draft',
    because: 'everything is held, and the final action is there and untouched',
    page: page(),
    plan: draftPlan,
    expected: stoppedAtGate,
  },
  {
    id: 'unknown-modal',
    because: 'nothing is typed behind a modal that no plan lists',
    page: page({
      more: '<div role="dialog" aria-modal="true" aria-label="Please read" style="position:fixed;inset:0;background:#fff"><button type="button">Accept</button></div>',
    }),
    plan: draftPlan,
    expected: stopped('blocked_by_unknown_modal', 'modal'),
  },
  {
    id: 'native-dialog',
    because: 'a native dialog is neither accepted nor dismissed',
    page: page({ title: 'oninput="confirm(\'Go on?\')"' }),
    plan: draftPlan,
    expected: stopped('blocked_by_unknown_modal', 'native_dialog'),
  },
  {
    id: 'lookalike-final-action',
    because: 'a name with an invisible character is another name',
    page: page({ button: 'Pub&#x200b;lish' }),
    plan: draftPlan,
    expected: stopped('failed', 'lookalike_target', true),
  },
  {
    id: 'value-truncated',
    because: 'a field that drops the tail does not hold the approved text',
    page: page({ title: 'oninput="this.value=this.value.slice(0,9)"' }),
    plan: draftPlan,
    expected: stopped('failed', 'value_not_held'),
  },
  {
    id: 'value-reverts',
    because: 'only a read-back after the settle delay sees a value that is taken back',
    page: page({ title: 'oninput="setTimeout(()=>{this.value=\'\'},150)"' }),
    plan: draftPlan,
    expected: stopped('failed', 'value_not_held'),
  },
  {
    id: 'autosave-without-rule',
    because: 'a write that no rule allows reaches nobody, and the draft holds all the same',
    page: page({ title: `oninput="${post.replaceAll('"', '&quot;')}"` }),
    plan: draftPlan,
    expected: stoppedAtGate,
  },
  {
    id: 'look-only',
    because: 'to see a setting is not to change it',
    page: page({
      more: `<label><input type="checkbox" role="switch" onchange="${post.replaceAll('"', '&quot;')}"> Email digest</label>`,
    }),
    plan: (startUrl) =>
      draftPlan(startUrl, {
        action_unit: 'inspect_screen',
        steps: [],
        final_action: null,
        extractions: [
          {
            name: 'toggle_present',
            type: { kind: 'boolean' },
            required: true,
            source: { kind: 'target_present', target: { role: 'switch', name: 'Email digest' } },
          },
        ],
      }),
    expected: {
      ...stoppedAtGate,
      stop_reason: 'completed',
      draft_present: false,
      extractions: { toggle_present: true },
    },
  },
  {
    id: 'publish-once',
    because: 'one permit, one press, one write, in exactly the approved form',
    page: page(),
    plan: (startUrl) => publishPlan(startUrl),
    expected: { ...stoppedAtGate, stop_reason: 'completed', final_action_clicked: true, writes: 1 },
  },
];

function publishPlan(startUrl: string): Plan {
  return draftPlan(startUrl, {
    action_unit: 'publish_after_approved_gate',
    permit_rules: [
      {
        id: 'publish',
        effect_class: 'external_write',
        describes: 'publish the entry as approved',
        method: 'POST',
        origin: new URL(startUrl).origin,
        path: '/entries/{integer}',
        query: [],
        override_method: null,
        body: {
          kind: 'json',
          fields: [
            { field: '/title', operator: 'equals', value: title },
            { field: '/summary', operator: 'equals', value: summary },
          ],
          other_fields: 'deny',
        },
      },
    ],
  });
}
