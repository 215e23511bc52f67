import { digestOf, type EffectClass, effectClassSchema } from '@cux/contracts';
import { type ActionKind, actionKinds } from './action.ts';
import { type ActionFacts, createFactsReader } from './action-facts.ts';
import { type ActionPolicy, actionPolicySchema, type PolicyRule } from './action-policy.ts';
import { canonicalPolicy, policyDigest } from './canonical-policy.ts';
import { conclude, forbidden, type Holding } from './conclude.ts';
import type { PolicyDecider, PolicyEffect, PolicyReason } from './decision.ts';
import { foldName } from './name-pattern.ts';
import { type Condition, type Derived, foldsNames, mayHold, ruleCondition } from './rule-condition.ts';
import { dayAndMinute } from './time-window.ts';

interface ReadyRule {
  readonly reason: PolicyReason;
  readonly holds: Condition;
}

/** The rules that may hold for actions of one class and kind, by effect. */
interface ReadyRules {
  readonly foldsNames: boolean;
  readonly forbid: readonly ReadyRule[];
  readonly ask: readonly ReadyRule[];
  readonly permit: readonly ReadyRule[];
}

/**
 * An action policy out of the built-in rules, ready to decide. The document is checked again, whatever its type says: one
 * that cannot be read makes a policy that forbids everything and says so.
 */
export function createBuiltInPolicy(document: ActionPolicy): PolicyDecider {
  const parsed = actionPolicySchema.safeParse(document);
  if (!parsed.success) return unreadablePolicy();
  const policy = canonicalPolicy(parsed.data);
  const version = policyDigest(policy);
  const readFacts = createFactsReader();
  const rulesFor = rulesByClassAndKind(policy);
  return Object.freeze<PolicyDecider>({
    version,
    decide: (action) => {
      const reading = readFacts(action);
      if (reading.kind !== 'facts') return forbidden(version, reading.kind);
      const { facts } = reading;
      const rules = rulesFor[facts.effect_class][facts.kind];
      const folded = rules.foldsNames && facts.target !== null ? foldName(facts.target.name) : '';
      const derived = { ...dayAndMinute(facts.at), folded };
      return conclude(version, facts.effect_class, {
        forbid: () => holding(rules.forbid, facts, derived),
        ask: () => holding(rules.ask, facts, derived),
        permit: () => holding(rules.permit, facts, derived),
      });
    },
  });
}

/** Sorted out once, so that a decision only asks rules that may speak of it. */
function rulesByClassAndKind({ rules }: ActionPolicy) {
  const ready = new Map(rules.map((rule) => [rule, readyRule(rule)]));
  const readyFor = (effectClass: EffectClass, kind: ActionKind): ReadyRules => {
    const relevant = rules.filter((rule) => mayHold(rule, effectClass, kind));
    const having = (effect: PolicyEffect) =>
      relevant.flatMap((rule) => (rule.effect === effect ? (ready.get(rule) ?? []) : []));
    return {
      foldsNames: relevant.some(foldsNames),
      forbid: having('forbid'),
      ask: having('require_approval'),
      permit: having('permit'),
    };
  };
  return table(effectClassSchema.options, (effectClass) =>
    table(actionKinds, (kind) => readyFor(effectClass, kind)),
  );
}

function table<Key extends string, Value>(keys: readonly Key[], of: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, Value>;
}

function readyRule(rule: PolicyRule): ReadyRule {
  return { reason: Object.freeze({ id: rule.id, text: rule.reason }), holds: ruleCondition(rule) };
}

function holding(rules: readonly ReadyRule[], facts: ActionFacts, derived: Derived): Holding {
  if (rules.length === 0) return none;
  const found: PolicyReason[] = [];
  for (const { reason, holds } of rules) if (holds(facts, derived)) found.push(reason);
  return found;
}

const none: Holding = [];

function unreadablePolicy(): PolicyDecider {
  const version = digestOf('cux/action-policy', { engine: 'built-in-v1', policy: null });
  return Object.freeze<PolicyDecider>({
    version,
    decide: () => forbidden(version, 'policy.document-unreadable'),
  });
}
