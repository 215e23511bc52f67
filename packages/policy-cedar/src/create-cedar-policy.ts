import {
  getCedarLangVersion,
  preparsePolicySet,
  statefulIsAuthorized,
  type ValidationError,
  validate,
} from '@cedar-policy/cedar-wasm/nodejs';
import { type Digest, digestOf } from '@cux/contracts';
import {
  type ActionFacts,
  conclude,
  createFactsReader,
  forbidden,
  type Holding,
  type PolicyDecider,
  type PolicyDecision,
  type PolicyEffect,
  type PolicyProblem,
  type PolicyReason,
} from '@cux/policy';
import { cedarProblem } from './cedar-problems.ts';
import { cedarRequest } from './cedar-request.ts';
import { cedarSchema } from './cedar-schema.ts';
import { type CedarPolicy, readCedarPolicies } from './read-cedar-policies.ts';

export type CedarPolicyVerdict =
  | {
      readonly ok: true;
      readonly policy: PolicyDecider;
      /** What each policy does, sorted by id. */
      readonly rules: readonly (PolicyReason & { readonly effect: PolicyEffect })[];
      /** What Cedar warns of, for example letters of two scripts in one string. */
      readonly warnings: readonly PolicyProblem[];
    }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/**
 * An action policy out of Cedar policies, ready to decide. Each needs an `@id`, which decisions give as the reason; a
 * permit with `@decision("require_approval")` asks a person; `@reason` is for people. They are checked against the schema,
 * and one that is impossible is refused like one that is wrong.
 *
 * The policies are parsed once and stay in the memory of the process: make a policy when it changes, not for each action.
 */
export function createCedarPolicy(text: string): CedarPolicyVerdict {
  try {
    return create(text);
  } catch {
    // The engine has stopped: what it cannot read is no policy.
    const message = 'Cedar stopped while it read this file; write it more simply.';
    return { ok: false, problems: [{ rule: 'cedar.stopped', path: '', line: 1, column: 1, message }] };
  }
}

function create(text: string): CedarPolicyVerdict {
  const reading = readCedarPolicies(text);
  if (!reading.ok) return reading;
  const policies = new Map(reading.policies.map((policy) => [policy.reason.id, policy]));
  const staticPolicies = Object.fromEntries(
    reading.policies.map(({ reason, text: each }) => [reason.id, each]),
  );
  const schema = cedarSchema();
  const checked = validate({ schema, policies: { staticPolicies } });
  if (checked.type === 'failure')
    return {
      ok: false,
      problems: checked.errors.map((error) =>
        cedarProblem(text, { text, offset: 0 }, 'cedar.invalid', error),
      ),
    };
  const told = (rule: string, errors: readonly ValidationError[]) => problemsOf(text, policies, rule, errors);
  const impossible = checked.validationWarnings.filter(isImpossible);
  const problems = [
    ...told('cedar.invalid', checked.validationErrors),
    ...told('cedar.impossible', impossible),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const version = digestOf('cux/action-policy', {
    engine: 'cedar-v1',
    language: getCedarLangVersion(),
    schema,
    policies: reading.policies.map(({ reason, text: each }) => [reason.id, each]),
  });
  const prepared = preparsePolicySet(version, { staticPolicies });
  if (prepared.type === 'failure') throw new TypeError('policies that were read cannot be prepared');
  const warnings = told(
    'cedar.warning',
    checked.validationWarnings.filter((warning) => !isImpossible(warning)),
  );
  const rules = reading.policies.map(({ effect, reason }) => ({ ...reason, effect }));
  return { ok: true, policy: decider(version, policies), rules, warnings };
}

/** A policy that holds for no action at all: a forbid that forbids nothing is a mistake that nobody would notice. */
function isImpossible({ error }: ValidationError): boolean {
  return error.message.includes('policy is impossible');
}

/** One mistake is found once for each kind of action; it is told once. */
function problemsOf(
  text: string,
  policies: ReadonlyMap<string, CedarPolicy>,
  rule: string,
  errors: readonly ValidationError[],
): readonly PolicyProblem[] {
  const problems = errors.map(({ policyId, error }) =>
    cedarProblem(text, policies.get(policyId) ?? { text, offset: 0 }, rule, error),
  );
  const places = problems.map(({ line, column }) => `${line}:${column}`);
  return problems.filter((_, index) => places.indexOf(places[index] ?? '') === index);
}

function decider(version: Digest, policies: ReadonlyMap<string, CedarPolicy>): PolicyDecider {
  const readFacts = createFactsReader();
  return Object.freeze<PolicyDecider>({
    version,
    decide: (action) => {
      const reading = readFacts(action);
      if (reading.kind !== 'facts') return forbidden(version, reading.kind);
      try {
        return decided(version, policies, reading.facts);
      } catch {
        // The engine has stopped, and goes on stopping: everything is forbidden from here on.
        return forbidden(version, 'policy.evaluation-failed');
      }
    },
  });
}

function decided(
  version: Digest,
  policies: ReadonlyMap<string, CedarPolicy>,
  facts: ActionFacts,
): PolicyDecision {
  const answer = statefulIsAuthorized(cedarRequest(facts, version));
  if (answer.type === 'failure') return forbidden(version, 'policy.evaluation-failed');
  const { diagnostics, decision } = answer.response;
  if (diagnostics.errors.length > 0) {
    const failed = diagnostics.errors.map(({ policyId }) => policyId).sort();
    return forbidden(version, 'policy.evaluation-failed', failed);
  }
  const holding = diagnostics.reason.sort().map((id) => policies.get(id));
  const having = (effect: PolicyEffect): Holding =>
    holding.flatMap((policy) => (policy?.effect === effect ? [policy.reason] : []));
  // Where Cedar denies, it names what forbids; where it allows, everything that permits, questions among it.
  if ((decision === 'deny') !== having('forbid').length > 0 && holding.length > 0)
    return forbidden(version, 'policy.evaluation-failed');
  return conclude(version, facts.effect_class, {
    forbid: () => having('forbid'),
    ask: () => having('require_approval'),
    permit: () => having('permit'),
  });
}
