import { actionRules } from './action.ts';
import { annexMissing, annexRules } from './annex.ts';
import { attemptRules } from './attempt.ts';
import { authorityStatements } from './authority.ts';
import { factsRules } from './facts.ts';
import { gateRules } from './gate.ts';
import { identityRules } from './identity.ts';
import { leakStatements } from './leak.ts';
import { parseStatements } from './parse.ts';
import { planRules } from './plan.ts';
import { proposalRules } from './proposal.ts';
import { replayStatements } from './replay.ts';
import { requestRules } from './request.ts';
import { shapeStatements } from './shape.ts';
import { type RuleFamily, ruleFamilies, type Statements } from './statement.ts';
import { writebackStatements } from './writeback.ts';

/** One rule of the contract, as the rule reference lists it. */
export interface RuleDescription {
  readonly id: string;
  readonly family: RuleFamily;
  /** One sentence that says what must hold. */
  readonly statement: string;
}

const statements: Statements = {
  ...parseStatements,
  ...shapeStatements,
  ...authorityStatements,
  ...writebackStatements,
  ...leakStatements,
  ...replayStatements,
  ...annexMissing,
};

/** Every rule, in the order of the families, then of the ids. */
export function allRules(): readonly RuleDescription[] {
  const checked = [
    ...identityRules,
    ...factsRules,
    ...gateRules,
    ...attemptRules,
    ...annexRules,
    ...requestRules,
    ...actionRules,
    ...proposalRules,
    ...planRules,
  ];
  const pairs = [
    ...Object.entries(statements),
    ...checked.map(({ id, statement }): [string, string] => [id, statement]),
  ];
  return ruleFamilies.flatMap((family) =>
    pairs
      .filter(([id]) => id.startsWith(`${family}.`))
      .map(([id, statement]) => ({ id, family, statement }))
      .sort((left, right) => (left.id < right.id ? -1 : 1)),
  );
}
