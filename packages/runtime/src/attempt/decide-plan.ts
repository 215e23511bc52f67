import type { Plan, PlanStep } from '@cux/contracts';
import type { Action, DecideAction, PolicyDecision, PolicyReason } from '@cux/policy';
import { policyEffects } from '@cux/policy';

/** What policy is told of a plan, beside the plan itself. */
export type PlanFacts = Pick<Action, 'effect_class' | 'mode' | 'at' | 'used'>;

/** The words that policy has for what a step does to an element; null where it does nothing to one. */
const kindOfStep: Readonly<Record<PlanStep['kind'], Action['kind'] | null>> = {
  open: null,
  await: null,
  fill: 'type_text',
  select: 'select_option',
  check: 'click',
  attach: 'click',
  press: 'click',
  verify: null,
  verify_fact: null,
  await_write: null,
  capture: null,
};

/**
 * Asks policy about a plan as a whole and about every element that it would press or fill, so that a rule about an
 * element holds for a plan as it does for an agent's own action. The strongest answer stands, with all of its reasons.
 */
export function decidePlan(decide: DecideAction, plan: Plan, facts: PlanFacts): PolicyDecision {
  const about = { ...facts, action_unit: plan.action_unit, origins: plan.allowed_origins };
  const whole = decide({ ...about, kind: 'plan', target: plan.final_action });
  return elementsOf(plan)
    .map((element) => decide({ ...about, ...element }))
    .reduce(stronger, whole);
}

/** What is done to elements, each once. A modal's control is pressed when the modal comes. */
function elementsOf({ steps, known_modals }: Plan): readonly Pick<Action, 'kind' | 'target'>[] {
  const pressed = known_modals.map(({ dismiss }) => ({ kind: 'click' as const, target: dismiss }));
  const done = steps.flatMap((step) => {
    const kind = kindOfStep[step.kind];
    return kind === null || !('target' in step) ? [] : [{ kind, target: step.target }];
  });
  const each = new Map([...done, ...pressed].map((element) => [JSON.stringify(element), element]));
  return [...each.values()];
}

function stronger(one: PolicyDecision, other: PolicyDecision): PolicyDecision {
  const difference = policyEffects.indexOf(one.effect) - policyEffects.indexOf(other.effect);
  if (difference !== 0) return difference < 0 ? one : other;
  const reasons = new Map<string, PolicyReason>();
  for (const reason of [...one.reasons, ...other.reasons]) reasons.set(reason.id, reason);
  return {
    ...one,
    rules: [...new Set([...one.rules, ...other.rules])].sort(),
    reasons: [...reasons.values()].sort((first, second) => (first.id < second.id ? -1 : 1)),
  };
}
