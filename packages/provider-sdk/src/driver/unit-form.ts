import {
  type ActionRequest,
  type ActionUnit,
  canonicalForm,
  type EffectClass,
  type EvidenceClass,
  judgePlan,
  type Plan,
  type PlanStep,
} from '@cux/contracts';
import { expectedFieldOf } from './expected-value.ts';
import { PlanFault } from './plan-fault.ts';

type StepKind = PlanStep['kind'];

/** The plan form of one action unit. */
export interface UnitForm {
  readonly effectClass: EffectClass;
  /** The kinds of step it may have. */
  readonly steps: ReadonlySet<StepKind>;
  /**
   * - `look`: ends `completed` once the steps are done.
   * - `gate`: ends with the final action resolved, ready and not pressed; `completed` when there is none.
   * - `press`: ends with one press of the final action, under a permit.
   */
  readonly ending: 'look' | 'gate' | 'press';
  /** Whether the plan's draft rules are given to the guard. Without, every write is blocked. */
  readonly draftWrites: boolean;
}

const looking: ReadonlySet<StepKind> = new Set([
  'open',
  'await',
  'press',
  'verify',
  'verify_fact',
  'capture',
]);
const watching: ReadonlySet<StepKind> = new Set(['open', 'await', 'verify', 'verify_fact', 'capture']);
const filling: ReadonlySet<StepKind> = new Set([
  ...looking,
  'fill',
  'select',
  'check',
  'attach',
  'await_write',
]);

const look = { ending: 'look', draftWrites: false } as const;

/** Every action unit, with its plan form. */
export const unitForms: Readonly<Record<ActionUnit, UnitForm>> = {
  inspect_screen: { ...look, effectClass: 'read', steps: looking },
  draft_until_review_gate: { effectClass: 'draft', steps: filling, ending: 'gate', draftWrites: true },
  fill_until_submit_gate: { effectClass: 'draft', steps: filling, ending: 'gate', draftWrites: true },
  publish_after_approved_gate: {
    effectClass: 'external_write',
    steps: filling,
    ending: 'press',
    draftWrites: true,
  },
  capture_replay_handle: { ...look, effectClass: 'read', steps: looking },
  /** Looks at what is in the way and reports it; presses nothing but known modals. */
  recover_with_blocker_packet: { ...look, effectClass: 'read', steps: watching },
  /** Checks that the account is signed in; a person has signed in before, outside any attempt. */
  enrol_stored_session: { ...look, effectClass: 'credential_use', steps: looking },
};

/** Evidence by which it can be gone through again what was done. */
const replays: ReadonlySet<EvidenceClass> = new Set(['trace', 'video']);

interface FormRule {
  readonly rule: string;
  readonly broken: (form: UnitForm, request: ActionRequest, plan: Plan) => boolean;
  readonly message: string;
}

const formRules: readonly FormRule[] = [
  {
    rule: 'plan.other-unit',
    broken: (_form, request, plan) => request.action_unit !== plan.action_unit,
    message: 'The plan is for another action unit than the request; issue both for the same unit.',
  },
  {
    rule: 'plan.other-effect-class',
    broken: (form, request) => request.effect_class !== form.effectClass,
    message: 'The action unit has another effect class than the request; issue the request again.',
  },
  {
    rule: 'plan.step-not-in-form',
    broken: (form, _request, plan) => plan.steps.some(({ kind }) => !form.steps.has(kind)),
    message: 'The plan has a step that its action unit does not allow; take the step out.',
  },
  {
    rule: 'plan.nothing-drafted',
    broken: (form, _request, plan) =>
      form.ending === 'gate' && !plan.steps.some((step) => expectedFieldOf(step) !== null),
    message: 'The plan drafts nothing that could be read back; fill or verify at least one field.',
  },
  {
    rule: 'plan.no-final-action',
    broken: (form, _request, plan) => form.ending === 'press' && plan.final_action === null,
    message: 'The plan has nothing to press; name its final action.',
  },
  {
    rule: 'plan.no-permit-rules',
    broken: (form, _request, plan) => form.ending === 'press' && plan.permit_rules.length === 0,
    message: 'The plan lets nothing leave after commit; name its permit rules.',
  },
  {
    rule: 'plan.no-replay-evidence',
    broken: (_form, _request, { action_unit, evidence }) =>
      action_unit === 'capture_replay_handle' && !evidence.some((each) => replays.has(each)),
    message: 'The plan captures a replay handle and keeps none; name a trace or a video in its evidence.',
  },
  {
    rule: 'plan.too-many-captures',
    broken: (_form, _request, plan) => plan.steps.filter(({ kind }) => kind === 'capture').length > 10,
    message: 'The plan captures more than 10 times within its steps; take some out.',
  },
];

/** Whether the plan agrees with itself: the rules of the contract, under their own ids. */
function requireSound(plan: Plan): void {
  const [finding] = judgePlan(new TextEncoder().encode(canonicalForm(plan))).findings;
  if (finding !== undefined) throw new PlanFault(finding.rule, finding.message);
}

/** The form of the plan's unit. Throws a `PlanFault` when plan and request do not have it, or the plan is unsound. */
export function requireForm(request: ActionRequest, plan: Plan): UnitForm {
  requireSound(plan);
  const form = unitForms[plan.action_unit];
  const broken = formRules.find((rule) => rule.broken(form, request, plan));
  if (broken !== undefined) throw new PlanFault(broken.rule, broken.message);
  return form;
}
