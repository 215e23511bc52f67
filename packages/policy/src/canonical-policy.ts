import { type Digest, digestOf } from '@cux/contracts';
import type { ActionPolicy, PolicyRule } from './action-policy.ts';

/** By id, in the order of code units; the same on every machine. */
export function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : Number(one.id > other.id);
}

/** The policy with its rules and lists in one order: what means the same looks the same. */
export function canonicalPolicy(policy: ActionPolicy): ActionPolicy {
  return { ...policy, rules: policy.rules.map(canonicalRule).sort(byId) };
}

function canonicalRule(rule: PolicyRule): PolicyRule {
  return { ...rule, when: sortLists(rule.when) };
}

function sortLists<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.slice().sort() as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => [key, sortLists(inner)]),
  ) as Value;
}

/** The digest that decisions carry: of the canonical policy, and of the engine, since another one reads it anew. */
export function policyDigest(policy: ActionPolicy): Digest {
  return digestOf('cux/action-policy', { engine: 'built-in-v1', policy: canonicalPolicy(policy) });
}
