import {
  type ActionRequest,
  isAddressPart,
  leavingWrites,
  type Plan,
  permitRulesDigest,
  type Subject,
} from '@cux/contracts';
import type { AttemptDraft, SessionAttemptInput } from '@cux/kernel/capability';
import { itemPlace, type SiteTaskRules, type TaskSite } from './rules.ts';
import { capabilityId } from './task.ts';

/** The name under which an attempt extracts the item of its page. */
const itemName = 'item';

/**
 * An agent's own attempt at a task: a draft in which it looks and fills, a look at what a person has left, or the external write of one approved action. The plan
 * has no steps. Null where the todo asks for something else than either.
 */
export function prepareSession(
  rules: SiteTaskRules,
  site: TaskSite,
  input: SessionAttemptInput,
): AttemptDraft | null {
  const { action, todo } = input;
  if (action === null) {
    if (todo.action_unit === 'inspect_screen') return look(rules, site, input);
    if (todo.action_unit !== 'draft_until_review_gate') return null;
    return {
      request: draftRequest(input),
      plan: draftPlan(rules, site),
      subject: null,
      stored_session: null,
    };
  }
  const item = itemOf(input);
  const plan = writePlan(rules, site, action, item);
  const subject = subjectOf(site, input, plan, action, item);
  if (subject === null || plan.permit_rules.length === 0) return null;
  return { request: writeRequest(input), plan, subject, stored_session: null };
}

/** Nothing is saved, and nothing but a look is asked for: what a person has left on the Screen is read before it is changed. */
function look(rules: SiteTaskRules, site: TaskSite, input: SessionAttemptInput): AttemptDraft {
  const plan = { ...draftPlan(rules, site), action_unit: 'inspect_screen' as const, write_rules: [] };
  return { request: lookRequest(input), plan, subject: null, stored_session: null };
}

type Action = NonNullable<SessionAttemptInput['action']>;

function draftPlan({ viewport, deadline_ms }: SiteTaskRules, site: TaskSite): Plan {
  return {
    schema_version: 'cux_plan_v1',
    action_unit: 'draft_until_review_gate',
    start_url: `${site.origin}${site.start_path}`,
    allowed_origins: [site.origin],
    steps: [],
    final_action: site.final_action,
    write_rules: site.draft_rules,
    permit_rules: [],
    known_modals: site.known_modals,
    sign_in_walls: site.sign_in_walls,
    extractions: itemExtraction(site),
    evidence: ['screenshot'],
    settle_ms: 0,
    deadline_ms,
    viewport,
  };
}

/** The item of the page, for permit rules that wait for one; it is not there on every page. */
function itemExtraction({ item_address: template }: TaskSite): Plan['extractions'] {
  if (template === undefined) return [];
  const type = template.includes('{integer}')
    ? ({ kind: 'integer' } as const)
    : ({ kind: 'text', maximum: 200 } as const);
  return [{ name: itemName, type, required: false, source: { kind: 'address', template } }];
}

/** Once it was asked about, the item is the one that the question named. */
function itemOf({ gate, extractions }: SessionAttemptInput): string | null {
  const named = gate !== null && 'target' in gate.subject ? gate.subject.target.item : extractions[itemName];
  return named !== undefined && named !== null && isAddressPart(String(named)) ? String(named) : null;
}

function writePlan(rules: SiteTaskRules, site: TaskSite, action: Action, item: string | null): Plan {
  return {
    ...draftPlan(rules, site),
    action_unit: 'publish_after_approved_gate',
    final_action: action.final_action,
    // A draft rule that could let pass what the permit is for is left out: what is approved leaves once.
    write_rules: action.permit_rules === null ? site.draft_rules : [],
    permit_rules: [...(action.permit_rules ?? plannedRules(site, action, item))],
  };
}

/** The site's own rules speak of its final action and of nothing else; where one waits for an item, nothing may leave without. */
function plannedRules(site: TaskSite, { final_action }: Action, item: string | null): Plan['permit_rules'] {
  const same = site.final_action?.role === final_action.role && site.final_action.name === final_action.name;
  if (!same || (item === null && site.permit_rules.some(({ path }) => path.includes(itemPlace)))) return [];
  return site.permit_rules.map((rule) => ({ ...rule, path: rule.path.replaceAll(itemPlace, item ?? '') }));
}

function subjectOf(
  site: TaskSite,
  { record, policy_version }: SessionAttemptInput,
  plan: Plan,
  { binding, final_action }: Action,
  item: string | null,
): Subject | null {
  if (record === null) return null;
  return {
    action_unit: 'publish_after_approved_gate',
    capability: capabilityId,
    target: { site: site.origin, account: site.account, item },
    record_id: record.record_id,
    record_revision: record.revision,
    content_digest: record.content_digest,
    final_action,
    permit_rules_digest: permitRulesDigest(plan),
    policy_version,
    action: { ...binding, leaves: leavingWrites(plan.permit_rules) },
  };
}

function draftRequest({ todo, profile }: SessionAttemptInput): ActionRequest {
  return {
    schema_version: 'computer_use_action_request_v0',
    goal_id: todo.goal_id,
    todo_id: todo.todo_id,
    provider_id: profile.provider_id,
    action_unit: 'draft_until_review_gate',
    effect_class: 'draft',
    write_scope: {
      allowed_actions: [
        'look at the pages of the site',
        'fill fields with the values of the task',
        'save the draft',
      ],
      forbidden_effect_classes: ['external_write', 'credential_use'],
    },
    stop_condition:
      'stop before anything that changes something for others, at a sign-in or at any unknown modal',
    validation_target: 'the fields hold what was put into them, and the final action is not pressed',
  };
}

function lookRequest(input: SessionAttemptInput): ActionRequest {
  return {
    ...draftRequest(input),
    action_unit: 'inspect_screen',
    effect_class: 'read',
    write_scope: {
      allowed_actions: ['look at the pages of the site'],
      forbidden_effect_classes: ['draft', 'external_write', 'credential_use'],
    },
    stop_condition: 'stop when the page has been seen, at a sign-in or at any unknown modal',
    validation_target: 'the page is shown as it is',
  };
}

/** A gate that is not open gives no binding: the request is then short of what its class needs, and is refused. */
function writeRequest({ todo, profile, gate }: SessionAttemptInput): ActionRequest {
  const open = gate !== null && gate.status === 'open';
  const binding = open ? { gate_id: gate.gate_id, revision: gate.revision, status: gate.status } : null;
  return {
    schema_version: 'computer_use_action_request_v0',
    goal_id: todo.goal_id,
    todo_id: todo.todo_id,
    provider_id: profile.provider_id,
    action_unit: 'publish_after_approved_gate',
    effect_class: 'external_write',
    write_scope: {
      allowed_actions: [
        'check that the approved element and all fields are as they were approved',
        'press it once',
      ],
      forbidden_effect_classes: ['credential_use'],
    },
    ...(binding === null ? {} : { gate_binding: binding }),
    stop_condition: 'stop unless everything is as it was approved; act once',
    validation_target: 'what was approved has left once and the site has answered',
  };
}
