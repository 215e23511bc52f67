import { policySetTextToParts, policyToJson } from '@cedar-policy/cedar-wasm/nodejs';
import type { PolicyEffect, PolicyProblem, PolicyReason } from '@cux/policy';
import { cedarProblem, problemAt } from './cedar-problems.ts';

/** One policy of a team, by what its annotations say. */
export interface CedarPolicy {
  readonly effect: PolicyEffect;
  /** Its id, and its `@reason`, or a sentence that names the id. */
  readonly reason: PolicyReason;
  /** As it is written in the file. */
  readonly text: string;
  /** Where it begins in the file, in UTF-16 units. */
  readonly offset: number;
}

export type CedarReading =
  | { readonly ok: true; readonly policies: readonly CedarPolicy[] }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/** In UTF-16 units. */
const maximumLength = 1_048_576;
const maximumPolicies = 500;

/** Splits a file of Cedar policies and reads their annotations. Every mistake has its line and column. */
export function readCedarPolicies(text: string): CedarReading {
  const refuse = (offset: number, rule: string, message: string): PolicyProblem =>
    problemAt(text, offset, rule, message);
  if (text.length > maximumLength) {
    const message = 'A policy file holds a megabyte at most; take out what is not needed.';
    return { ok: false, problems: [refuse(0, 'cedar.too-large', message)] };
  }
  const parts = policySetTextToParts(text);
  if (parts.type === 'failure') {
    const whole = { text, offset: 0 };
    return {
      ok: false,
      problems: parts.errors.map((error) => cedarProblem(text, whole, 'cedar.syntax', error)),
    };
  }
  if (parts.policies.length > maximumPolicies) {
    const message = `A file holds ${maximumPolicies} policies at most; put some of them together.`;
    return { ok: false, problems: [refuse(0, 'cedar.too-many', message)] };
  }
  const offsets = offsetsIn(text, [...parts.policies, ...parts.policy_templates]);
  const offsetOf = (part: string): number => offsets.get(part) ?? 0;
  const readings = parts.policies.map((part) => readPolicy(part, offsetOf(part)));
  const policies = readings.flatMap((reading) => ('reason' in reading ? [reading] : []));
  const problems = [
    ...parts.policy_templates.map((template) =>
      refuse(offsetOf(template), 'cedar.template', 'A template decides nothing; write the policy out.'),
    ),
    ...readings.flatMap((reading) =>
      'rule' in reading ? [refuse(reading.offset, reading.rule, reading.message)] : [],
    ),
    ...policies
      .filter(({ reason }, index) => policies.findIndex((other) => other.reason.id === reason.id) < index)
      .map(({ offset }) =>
        refuse(offset, 'cedar.id-repeated', 'Another policy has this @id; give it its own.'),
      ),
  ];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, policies: policies.sort(byReason) };
}

/** Where each part begins. One may stand within another, with fewer annotations, so the longest choose first. */
function offsetsIn(text: string, parts: readonly string[]): ReadonlyMap<string, number> {
  const taken: { readonly from: number; readonly until: number }[] = [];
  const around = (offset: number) => taken.find(({ from, until }) => offset >= from && offset < until);
  const offsets = new Map<string, number>();
  for (const part of [...parts].sort((one, other) => other.length - one.length)) {
    let from = text.indexOf(part);
    for (let range = around(from); range !== undefined; range = around(from))
      from = text.indexOf(part, range.until);
    taken.push({ from, until: from + part.length });
    offsets.set(part, from);
  }
  return offsets;
}

interface Unfit {
  readonly rule: string;
  readonly message: string;
  readonly offset: number;
}

const known = ['id', 'decision', 'reason'];

/** What `@decision` may say, by the effect that Cedar knows. A policy without it decides as its effect says. */
const decisions: Readonly<Record<'permit' | 'forbid', Readonly<Record<string, PolicyEffect>>>> = {
  permit: { permit: 'permit', require_approval: 'require_approval' },
  forbid: { forbid: 'forbid' },
};

/** A misspelt annotation would make a question a permit, so only those that mean something may be there. */
function readPolicy(text: string, offset: number): CedarPolicy | Unfit {
  const unfit = (rule: string, message: string): Unfit => ({ rule, message, offset });
  const parsed = policyToJson(text);
  if (parsed.type === 'failure')
    return unfit('cedar.syntax', 'This policy cannot be read alone; write it anew.');
  const { effect, annotations = {} } = parsed.json;
  const { id, decision = effect, reason } = annotations;
  if (Object.keys(annotations).some((name) => !known.includes(name)))
    return unfit('cedar.annotation-unknown', 'Only @id, @decision and @reason mean something here.');
  if (!isText(id) || !/^[a-z][a-z0-9-]{0,63}$/.test(id))
    return unfit('cedar.id', 'It needs an @id of 1 to 64 of a-z, 0-9 and -, beginning with a letter.');
  const means = isText(decision) && Object.hasOwn(decisions[effect], decision);
  if (!means)
    return unfit(
      'cedar.decision',
      '@decision says "require_approval" on a permit, or what the effect says anyway.',
    );
  if (reason !== undefined && (!isText(reason) || reason.length < 1 || reason.length > 200))
    return unfit('cedar.reason', 'A @reason has 1 to 200 characters.');
  return {
    effect: decisions[effect][decision] ?? 'forbid',
    reason: { id, text: reason ?? `the policy ${id} says so` },
    text,
    offset,
  };
}

/** An annotation without a value arrives as null. */
function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function byReason({ reason: one }: CedarPolicy, { reason: other }: CedarPolicy): number {
  return one.id < other.id ? -1 : Number(one.id > other.id);
}
