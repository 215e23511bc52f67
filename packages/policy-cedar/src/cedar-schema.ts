import { actionUnitSchema, effectClassSchema, operatingModeSchema, targetRoleSchema } from '@cux/contracts';
import { actionKinds, budgetMeasures, weekdays } from '@cux/policy';
import { stringLiteral } from './cedar-literals.ts';

/**
 * The Cedar schema that every policy is checked against. Each closed set is an enumerated entity type, so that a word
 * that does not exist is a mistake when the policy is loaded, and no rule that never holds.
 */
export function cedarSchema(): string {
  return `namespace Cux {
  // Who asks and what is shown: one of each, since policy decides about facts of the action.
  entity Agent enum ["agent"];
  entity Screen enum ["screen"];

  entity EffectClass enum ${words(effectClassSchema.options)};
  entity ActionUnit enum ${words(actionUnitSchema.options)};
  entity Mode enum ${words(operatingModeSchema.options)};
  entity Role enum ${words(targetRoleSchema.options)};
  entity Day enum ${words(weekdays)};

  type Facts = {
    effect_class: EffectClass,
    action_unit: ActionUnit,
    mode: Mode,
    origins: Set<String>,
    // The element that would be pressed or filled. folded_name is without case, width, double spaces and invisible characters.
    target?: { role: Role, name: String, folded_name: String },
    // Milliseconds since the Unix epoch; day, and minute of the day, in UTC.
    at: Long,
    time: { day: Day, minute: Long },
    // What the goal has used.
    used: { ${budgetMeasures.map((measure) => `${measure}: Long`).join(', ')} },
  };

  action ${actionKinds.map(stringLiteral).join(', ')}
    appliesTo { principal: Agent, resource: Screen, context: Facts };
}
`;
}

function words(of: readonly string[]): string {
  return `[${of.map(stringLiteral).join(', ')}]`;
}
