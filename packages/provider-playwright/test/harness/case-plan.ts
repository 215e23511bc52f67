import {
  type ActionRequest,
  digestOf,
  type Plan,
  type PlanStep,
  planDigest,
  type Target,
} from '@cux/contracts';
import type { CasePage } from './case-page.ts';
import { roleOfField } from './field-role.ts';

/** What a case says of a box that is ticked. */
const ticked = new Set(['true', 'on', 'yes', 'checked']);

function stepOf(page: CasePage, label: string, value: string): PlanStep {
  const target: Target = { role: roleOfField(page.html, label), name: label, ...frameOf(page) };
  switch (target.role) {
    case 'combobox':
    case 'listbox':
      return { kind: 'select', target, option: value };
    case 'checkbox':
    case 'radio':
    case 'switch':
      return { kind: 'check', target, checked: ticked.has(value.toLowerCase()) };
    default:
      return { kind: 'fill', target, value };
  }
}

function frameOf({ frame }: CasePage): Pick<Target, 'frame'> {
  return frame === undefined ? {} : { frame };
}

/** The origins that a case may go to, the page's own first. */
export function allowedOrigins({ also_allowed: hosts }: CasePage, origin: string): string[] {
  return [origin, ...hosts.map((host) => origin.replace('127.0.0.1', host))];
}

/** The plan that a case stands for: open, fill every field, stop at the final action. */
export function planOf(page: CasePage, origin: string): Plan {
  const steps = Object.entries(page.fields).map(([label, value]) => stepOf(page, label, value));
  const inspect = steps.length === 0;
  const present: Target = { role: 'switch', name: 'Email digest' };
  return {
    schema_version: 'cux_plan_v1',
    action_unit: inspect ? 'inspect_screen' : 'draft_until_review_gate',
    start_url: `${origin}/${page.file}`,
    allowed_origins: allowedOrigins(page, origin),
    steps,
    final_action:
      page.final_action === null ? null : { role: 'button', name: page.final_action, ...frameOf(page) },
    write_rules: [],
    permit_rules: [],
    known_modals: [],
    sign_in_walls: [],
    extractions: inspect
      ? [
          {
            name: 'toggle_present',
            type: { kind: 'boolean' },
            required: true,
            source: { kind: 'target_present', target: present },
          },
        ]
      : [],
    evidence: ['accessibility_snapshot', 'screenshot'],
    settle_ms: 400,
    deadline_ms: 600_000,
    viewport: { width: 1_280, height: 800 },
  } as Plan;
}

export function requestOf(plan: Plan): ActionRequest {
  const read = plan.action_unit === 'inspect_screen';
  return {
    schema_version: 'computer_use_action_request_v0',
    goal_id: 'goal-cases',
    todo_id: 'todo-cases',
    provider_id: 'playwright',
    action_unit: plan.action_unit,
    effect_class: read ? 'read' : 'draft',
    write_scope: {
      allowed_actions: [plan.action_unit],
      forbidden_effect_classes: ['external_write', 'credential_use'],
    },
    stop_condition: 'Stop before the final action.',
    validation_target: 'The draft is read back.',
  };
}

export function digestsOf(request: ActionRequest, plan: Plan) {
  return { requestDigest: digestOf('cux/request', request), planDigest: planDigest(plan) };
}
