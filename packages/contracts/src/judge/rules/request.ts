import { actionUnitSchema } from '../../records/action-unit.ts';
import { type EffectClass, effectClassSchema } from '../../records/effect-class.ts';
import { allowsEffect } from '../allowed-action.ts';
import type { RequestAuthority } from '../authority.ts';
import { unitHasClass } from '../unit-class.ts';
import type { CaseRule } from './statement.ts';

/** A request as the rules see it; a part that is not readable is `undefined`. */
export interface RequestCase {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly effectClass: EffectClass | undefined;
  readonly allowedActions: readonly string[];
  readonly forbiddenClasses: readonly unknown[];
  readonly authority: RequestAuthority;
}

function contradicts({ allowedActions, effectClass }: RequestCase): readonly string[] {
  if (effectClass !== 'read' && effectClass !== 'draft') return [];
  return allowedActions.flatMap((action, index) =>
    allowsEffect(action, effectClass) ? [`/write_scope/allowed_actions/${index}`] : [],
  );
}

/** The fields of the request that need something of which the profile says that it is unsupported. */
function missingPrimitives({ authority, effectClass, raw }: RequestCase): readonly string[] {
  const { provider, private_source: isPrivate } = authority;
  if (provider === null) return [];
  const lacks = (primitive: keyof typeof provider): boolean => provider[primitive] === 'unsupported';
  const enrols = effectClass === 'credential_use' || raw.action_unit === 'enrol_stored_session';
  return [
    ...(lacks('screenshots') && lacks('accessibility_tree') ? ['/action_unit'] : []),
    ...(effectClass === 'external_write' && lacks('external_write') ? ['/effect_class'] : []),
    ...(enrols && lacks('browser_session') ? ['/effect_class'] : []),
    ...(raw.action_unit === 'capture_replay_handle' && lacks('record_replay') ? ['/action_unit'] : []),
    ...(isPrivate === true && lacks('private_source_read') ? ['/provider_id'] : []),
  ];
}

/** Whether the request may be made at all: its provider, its unit and its scope. */
export const requestRules: readonly CaseRule<RequestCase>[] = [
  {
    id: 'request.provider-unknown',
    statement: 'The provider must be installed and enabled.',
    violations: ({ authority }) => (authority.provider === null ? ['/provider_id'] : []),
  },
  {
    id: 'request.provider-differs',
    statement: 'provider_id must equal the id of the registered provider, code unit by code unit.',
    violations: ({ authority, raw }) =>
      authority.provider !== null && authority.provider.provider_id !== raw.provider_id
        ? ['/provider_id']
        : [],
  },
  {
    id: 'request.provider-not-ready',
    statement: 'The provider must be ready; run its doctor.',
    violations: ({ authority }) => (authority.provider?.ready === false ? ['/provider_id'] : []),
  },
  {
    id: 'request.primitive-unsupported',
    statement:
      'The provider must have the primitives that the request needs: one to see with, external writes, a browser session for a stored one, recording for a replay handle, reading of private sources where the goal is about one.',
    violations: (subject) => [...new Set(missingPrimitives(subject))],
  },
  {
    id: 'request.action-unit',
    statement:
      'action_unit must be one of the named middle-grained units: not a raw primitive such as a click, and not a whole workflow.',
    violations: ({ raw }) => (actionUnitSchema.safeParse(raw.action_unit).success ? [] : ['/action_unit']),
  },
  {
    id: 'request.unit-class',
    statement:
      'The effect class must be the one of the unit: read to inspect, capture or recover, draft to draft or fill, external_write to publish, credential_use to enrol.',
    violations: ({ raw, effectClass }) => {
      const unit = actionUnitSchema.safeParse(raw.action_unit).data;
      return unit !== undefined && effectClass !== undefined && !unitHasClass(unit, effectClass)
        ? ['/effect_class']
        : [];
    },
  },
  {
    id: 'request.class-forbidden',
    statement: 'The effect class of a request must not stand among its own forbidden classes.',
    violations: ({ effectClass, forbiddenClasses }) =>
      effectClass !== undefined && forbiddenClasses.includes(effectClass)
        ? ['/write_scope/forbidden_effect_classes']
        : [],
  },
  {
    id: 'request.allowed-action-contradicts',
    statement:
      'A request of class read or draft must not list an action as allowed that publishes, sends, pays or deletes, or that bounds nothing; one of class read none that fills or saves.',
    violations: contradicts,
  },
];

export function requestCase(raw: RequestCase['raw'], authority: RequestAuthority): RequestCase {
  const scope = raw.write_scope;
  const { allowed_actions: allowed, forbidden_effect_classes: forbidden } = (
    typeof scope === 'object' && scope !== null ? scope : {}
  ) as Readonly<Record<string, unknown>>;
  return {
    raw,
    effectClass: effectClassSchema.safeParse(raw.effect_class).data,
    allowedActions: Array.isArray(allowed) ? allowed.filter((action) => typeof action === 'string') : [],
    forbiddenClasses: Array.isArray(forbidden) ? forbidden : [],
    authority,
  };
}
