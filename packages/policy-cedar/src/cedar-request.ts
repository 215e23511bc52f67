import type { Context, StatefulAuthorizationCall, TypeAndId } from '@cedar-policy/cedar-wasm/nodejs';
import { type ActionFacts, dayAndMinute, foldName } from '@cux/policy';

/** The request to Cedar for the facts of an action; it keeps to the schema, since the facts were read. */
export function cedarRequest(facts: ActionFacts, preparsedPolicySetId: string): StatefulAuthorizationCall {
  return {
    principal: { type: 'Cux::Agent', id: 'agent' },
    action: { type: 'Cux::Action', id: facts.kind },
    resource: { type: 'Cux::Screen', id: 'screen' },
    context: contextOf(facts),
    preparsedPolicySetId,
    entities: [],
  };
}

function contextOf({ effect_class, action_unit, mode, origins, target, at, used }: ActionFacts): Context {
  const { day, minute } = dayAndMinute(at);
  return {
    effect_class: entity('EffectClass', effect_class),
    action_unit: entity('ActionUnit', action_unit),
    mode: entity('Mode', mode),
    origins: [...origins],
    ...(target === null
      ? {}
      : {
          target: {
            role: entity('Role', target.role),
            name: target.name,
            folded_name: foldName(target.name),
          },
        }),
    at,
    time: { day: entity('Day', day), minute },
    used: { ...used },
  };
}

function entity(type: string, id: string): { __entity: TypeAndId } {
  return { __entity: { type: `Cux::${type}`, id } };
}
