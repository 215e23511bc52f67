import type { ProposedTransition } from '@cux/contracts';
import type { ReducerInput } from '@cux/kernel/capability';
import type { PublishingCase } from '../attempt/publishing-case.ts';
import type { PublishingUnit } from '../attempt/request-wording.ts';
import { type ItemFacts, itemFacts } from '../item/item-facts.ts';
import { advance, type ItemEvent } from '../item/item-machine.ts';
import { itemExtraction, itemNamedBy } from '../recipes/item-name.ts';
import type { Ending } from './ending.ts';
import type { Row } from './meanings.ts';

/** One report, read: everything that a proposal is made from. */
export interface Situation {
  readonly input: ReducerInput;
  readonly subjectCase: PublishingCase;
  readonly unit: PublishingUnit;
  readonly ending: Ending;
  readonly row: Row;
  readonly facts: ItemFacts;
}

export function situationOf(
  input: ReducerInput,
  subjectCase: PublishingCase,
  unit: PublishingUnit,
  ending: Ending,
  row: Row,
): Situation {
  return { input, subjectCase, unit, ending, row, facts: itemFacts(input.record) };
}

/** The same report under another reason: what the table says did not hold on a closer look. */
export function because(situation: Situation, reason: string): Situation {
  return { ...situation, row: { ...situation.row, because: reason } };
}

/** A fact that the provider extracted; undefined when there is none. */
export function extracted({ input }: Situation, name: string): string | number | boolean | undefined {
  return input.report.kind === 'receipt' ? input.report.annex.extractions[name] : undefined;
}

/** The site's own id of the item, as this attempt saw it or an earlier one did. */
export function itemOf(situation: Situation): string | number | boolean | null {
  const { unit, subjectCase, facts } = situation;
  const { recipe, content } = subjectCase;
  const named = itemNamedBy(recipe, content);
  if (named !== null) return named;
  const source = unit === 'draft_until_review_gate' ? itemExtraction(recipe) : null;
  return (source === null ? undefined : extracted(situation, source)) ?? facts.itemId;
}

/** The evidence of this very attempt. */
export function evidenceOf({ input }: Situation): {
  readonly digests: string[];
  readonly shown: {
    evidence_class: 'screenshot' | 'accessibility_snapshot' | 'trace' | 'video' | 'read_back';
    digest: string;
  }[];
} {
  const evidence = input.report.kind === 'receipt' ? input.report.annex.evidence : [];
  const shown = evidence.map(({ evidence_class, digest }) => ({ evidence_class, digest }));
  return { digests: [...new Set(shown.map(({ digest }) => digest))], shown };
}

type ProposedRecord = NonNullable<ProposedTransition['record']>;

/**
 * The record after these events, with facts added to those it has; null when there is no record or an event is
 * not possible in its state (a person has given the item up meanwhile).
 */
export function recordAfter(
  { input }: Situation,
  events: readonly ItemEvent[],
  facts: ProposedRecord['facts'],
): ProposedRecord | null {
  const { record } = input;
  const state = record === null ? null : advance(record.state, events);
  if (record === null || state === null) return null;
  return {
    record_id: record.record_id,
    expected_state: record.state,
    expected_revision: record.revision,
    state,
    facts: { ...record.facts, ...facts },
  };
}

/** The record with other facts in the state it has, whatever that is. */
export function recordWith({ input }: Situation, facts: ProposedRecord['facts']): ProposedRecord | null {
  const { record } = input;
  if (record === null) return null;
  return {
    record_id: record.record_id,
    expected_state: record.state,
    expected_revision: record.revision,
    state: record.state,
    facts: { ...record.facts, ...facts },
  };
}

/** A proposal that changes nothing but the todo; the parts that differ are given. */
export function proposal(
  situation: Situation,
  parts: Partial<Omit<ProposedTransition, 'schema_version' | 'todo'>> & {
    readonly todo: Pick<ProposedTransition['todo'], 'state'> & Partial<ProposedTransition['todo']>;
  },
): ProposedTransition {
  return {
    schema_version: 'cux_proposed_transition_v1',
    because: situation.row.because,
    following: [],
    gate: null,
    record: null,
    evidence: evidenceOf(situation).digests,
    settles: null,
    unblocks: null,
    ...parts,
    todo: { action_unit: null, successor: null, attention: null, ...parts.todo },
  };
}
