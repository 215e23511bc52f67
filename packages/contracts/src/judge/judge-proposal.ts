import { Budget } from '../leak/budget.ts';
import { screenJson } from '../leak/screen-json.ts';
import { type ProposedTransition, proposedTransitionSchema } from '../records/proposed-transition.ts';
import { proposalLimits } from '../strict-json/limits.ts';
import { readStrictJson } from '../strict-json/read-json.ts';
import { type Finding, refusedFor, type Verdict, verdictOf } from './finding.ts';
import { readableParts } from './readable-parts.ts';
import { proposalRules } from './rules/proposal.ts';
import { runPartsRules } from './run-rules.ts';
import { readShape } from './shape.ts';
import { findWritebacks } from './writeback.ts';

/**
 * Judges a reducer's proposal by itself: strict reading, shape, leaks and completeness. Whether it may be
 * applied to the state that stands is for the kernel to decide.
 */
export function judgeProposal(proposal: Uint8Array): Verdict<ProposedTransition> {
  const reading = readStrictJson(proposal, proposalLimits);
  if (!reading.ok) return refusedFor(reading.findings);
  const { record, findings } = readShape(proposedTransitionSchema, reading.value);
  const parts =
    record === undefined
      ? readableParts(proposedTransitionSchema, reading.value)
      : { record, broken: new Set<keyof ProposedTransition>() };
  return verdictOf(record, [
    ...factFindings(reading.value),
    ...screenJson(reading.value, [], new Set()),
    ...findings,
    ...runPartsRules(proposalRules, parts),
  ]);
}

/** A proposal is made of decisions, but the facts that a record keeps come from a page. */
function factFindings({ record }: Readonly<Record<string, unknown>>): readonly Finding[] {
  if (typeof record !== 'object' || record === null || !('facts' in record)) return [];
  return findWritebacks(record.facts, ['record', 'facts'], new Set(), new Budget());
}
