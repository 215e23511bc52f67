import { plainForm } from '../../leak/fold.ts';
import type { Plan, PlanStep } from '../../records/plan.ts';
import type { Target } from '../../records/target.ts';
import type { PartsRule } from './statement.ts';

/** Kinds of step that may press their target. */
const pressing: ReadonlySet<PlanStep['kind']> = new Set(['press', 'check', 'attach']);

/** The step's target, when the step acts on it as a press does. */
function pressedBy(step: PlanStep): Target | null {
  return pressing.has(step.kind) && 'target' in step ? step.target : null;
}

function sameElement(left: { role: string; name: string }, right: { role: string; name: string }): boolean {
  return left.role === right.role && plainForm(left.name) === plainForm(right.name);
}

/**
 * Whether the target may be the final action by another description: of its role and name, also where only what nobody
 * sees differs, and not kept apart from it by a container or frame that each of them names.
 */
function mayBe(target: Target, final: Target | null): boolean {
  if (final === null || !sameElement(target, final)) return false;
  const apart =
    target.within !== undefined && final.within !== undefined && !sameElement(target.within, final.within);
  const framedApart = target.frame !== undefined && final.frame !== undefined && target.frame !== final.frame;
  return !apart && !framedApart;
}

/**
 * A step may name a container where the final action names none: whether that is one element or two, only the page can
 * say, and the provider compares them there before it acts. A modal has no need of it.
 */
function narrows(target: Target, final: Target | null): boolean {
  return target.within !== undefined && final?.within === undefined;
}

/** Only a publication has a final action to press, and it has both the action and what the action may send. */
export const finalActionRules: readonly PartsRule<Plan>[] = [
  {
    id: 'plan.presses-final-action',
    restsOn: ['final_action'],
    statement:
      'No step and no known modal must press or check the final action, nor what only looks like it; that is done once, after commit.',
    violations: ({ steps, known_modals: modals, final_action: final }) => [
      ...steps.flatMap((step, index) => {
        const target = pressedBy(step);
        return target !== null && !narrows(target, final) && mayBe(target, final)
          ? [`/steps/${index}/target`]
          : [];
      }),
      ...modals.flatMap(({ dismiss }, index) =>
        mayBe(dismiss, final) ? [`/known_modals/${index}/dismiss`] : [],
      ),
    ],
  },
  {
    id: 'plan.permit-without-final-action',
    restsOn: ['final_action'],
    statement: 'A plan with permit rules must name the final action that causes their writes.',
    violations: (plan) =>
      plan.permit_rules.length > 0 && plan.final_action === null ? ['/final_action'] : [],
  },
  {
    id: 'plan.permit-outside-publication',
    restsOn: ['action_unit'],
    statement: 'Only a plan that publishes after an approved gate must have permit rules.',
    violations: (plan) => (plan.permit_rules.length > 0 && !publishes(plan) ? ['/permit_rules'] : []),
  },
  {
    id: 'plan.no-final-action',
    restsOn: ['action_unit', 'final_action'],
    statement: 'A plan that publishes must name the final action that it presses.',
    violations: (plan) => (publishes(plan) && plan.final_action === null ? ['/final_action'] : []),
  },
  {
    id: 'plan.no-permit-rules',
    restsOn: ['action_unit', 'permit_rules'],
    statement: 'A plan that publishes must name the permit rules by which something leaves after commit.',
    violations: (plan) => (publishes(plan) && plan.permit_rules.length === 0 ? ['/permit_rules'] : []),
  },
];

function publishes({ action_unit: unit }: Plan): boolean {
  return unit === 'publish_after_approved_gate';
}
