import {
  type ActionUnit,
  actionUnitSchema,
  type EffectClass,
  effectClassSchema,
  type OperatingMode,
  operatingModeSchema,
  originSchema,
  type TargetRole,
  targetRoleSchema,
} from '@cux/contracts';
import {
  type Action,
  type ActionKind,
  actionKinds,
  type BudgetMeasure,
  budgetMeasures,
  kindsWithoutTarget,
  kindsWithTarget,
} from './action.ts';
import { isWellFormed } from './well-formed.ts';

/** The facts of an action, read once: the action itself is never looked at again while it is decided. */
export interface ActionFacts {
  readonly kind: ActionKind;
  readonly action_unit: ActionUnit;
  readonly effect_class: EffectClass;
  readonly mode: OperatingMode;
  readonly origins: readonly string[];
  readonly target: { readonly role: TargetRole; readonly name: string } | null;
  readonly at: number;
  readonly used: Readonly<Record<BudgetMeasure, number>>;
}

export type FactsReading =
  | { readonly kind: 'facts'; readonly facts: ActionFacts }
  | { readonly kind: 'policy.action-unreadable' }
  | { readonly kind: 'policy.action-contradictory' };

/**
 * Reads the facts of an action. Total on anything: a fact that is missing, unknown, out of bounds or not what its type
 * says makes the action unreadable, and so does a fact that nobody knows. An element where the kind has none, or none
 * where it needs one, is a contradiction.
 */
export type ReadFacts = (action: Action) => FactsReading;

const unreadable: FactsReading = { kind: 'policy.action-unreadable' };
const contradictory: FactsReading = { kind: 'policy.action-contradictory' };

/** How many origins an action may touch, as in a plan. */
const maximumOrigins = 20;
/** How long an accessible name may be, in UTF-16 units, as in a plan. */
const maximumName = 400;
const targetKeys = new Set(['role', 'name', 'within', 'frame']);

/** A reader with the words of every closed set at hand. */
export function createFactsReader(): ReadFacts {
  const isKind = oneOf(actionKinds);
  const isUnit = oneOf(actionUnitSchema.options);
  const isClass = oneOf(effectClassSchema.options);
  const isMode = oneOf(operatingModeSchema.options);
  const isRole = oneOf(targetRoleSchema.options);
  const isOrigin = createOriginCheck();

  const read = (action: Action): FactsReading => {
    const {
      kind,
      action_unit,
      effect_class,
      mode,
      origins: given,
      target: shown,
      at,
      used: counted,
    } = action;
    if (Object.keys(action).length !== 8) return unreadable;
    if (!isKind(kind) || !isUnit(action_unit) || !isClass(effect_class) || !isMode(mode)) return unreadable;
    const origins = readOrigins(given, isOrigin);
    const used = readUsed(counted);
    const target = readTarget(shown, isRole);
    if (!isCount(at) || origins === undefined || used === undefined || target === undefined)
      return unreadable;
    const unfit = target === null ? kindsWithTarget : kindsWithoutTarget;
    if (unfit.includes(kind)) return contradictory;
    return { kind: 'facts', facts: { kind, action_unit, effect_class, mode, origins, target, at, used } };
  };
  return (action) => {
    try {
      return read(action);
    } catch {
      // A getter that throws, a revoked proxy, or no object at all.
      return unreadable;
    }
  };
}

function oneOf<Word extends string>(words: readonly Word[]): (value: unknown) => value is Word {
  const set = new Set<unknown>(words);
  return (value): value is Word => set.has(value);
}

/** The schema's verdict; an origin that passed is remembered, since most actions touch the same few. */
function createOriginCheck(): (value: string) => boolean {
  const passed = new Set<string>();
  return (value) => {
    if (passed.has(value)) return true;
    if (!originSchema.safeParse(value).success) return false;
    if (passed.size >= 1_000) passed.clear();
    passed.add(value);
    return true;
  };
}

function readOrigins(
  given: readonly string[],
  isOrigin: (value: string) => boolean,
): readonly string[] | undefined {
  if (!Array.isArray(given) || given.length < 1 || given.length > maximumOrigins) return undefined;
  const origins: string[] = given.slice();
  for (const origin of origins) if (!isOrigin(origin)) return undefined;
  return origins;
}

function readUsed(counted: Action['used']): ActionFacts['used'] | undefined {
  const { attempts, actions, wall_ms, external_writes, interventions } = counted;
  if (Object.keys(counted).length !== budgetMeasures.length) return undefined;
  if (!isCount(attempts) || !isCount(actions) || !isCount(wall_ms)) return undefined;
  if (!isCount(external_writes) || !isCount(interventions)) return undefined;
  return { attempts, actions, wall_ms, external_writes, interventions };
}

function readTarget(
  shown: Action['target'],
  isRole: (value: unknown) => value is TargetRole,
): ActionFacts['target'] | undefined {
  if (shown === null) return null;
  const { role, name } = shown;
  for (const key of Object.keys(shown)) if (!targetKeys.has(key)) return undefined;
  if (!isRole(role) || typeof name !== 'string' || name.length > maximumName) return undefined;
  // Halves of a character have no form in which two engines could compare them.
  return isWellFormed(name) ? { role, name } : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
