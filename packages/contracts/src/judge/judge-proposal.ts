import { screenJson } from '../leak/screen-json.ts';
import { type ProposedTransition, proposedTransitionSchema } from '../records/proposed-transition.ts';
import { proposalLimits } from '../strict-json/limits.ts';
import { readStrictJson } from '../strict-json/read-json.ts';
import { refusedFor, type Verdict, verdictOf } from './finding.ts';
import { proposalRules } from './rules/proposal.ts';
import { runRules } from './run-rules.ts';
import { readShape } from './shape.ts';

/**
 * Judges a reducer's proposal by itself: strict reading, shape, leaks and completeness. Whether it may be
 * applied to the state that stands is for the kernel to decide.
 */
export function judgeProposal(proposal: Uint8Array): Verdict<ProposedTransition> {
  const reading = readStrictJson(proposal, proposalLimits);
  if (!reading.ok) return refusedFor(reading.findings);
  const shape = readShape(proposedTransitionSchema, reading.value);
  return verdictOf(shape.record, [
    ...screenJson(reading.value, [], new Set()),
    ...shape.findings,
    ...(shape.record === undefined ? [] : runRules(proposalRules, shape.record)),
  ]);
}
