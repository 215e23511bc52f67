import type { Annex } from '../../records/annex.ts';
import { type BlockerCode, isModalBlocker } from '../../records/blocker-code.ts';
import { extractedValueFits } from '../extracted-value.ts';
import { claimsWork, type ReceiptCase } from '../receipt-case.ts';
import type { CaseRule } from './statement.ts';

/** A rule that holds unless `broken` says otherwise of an annex of the right shape. */
function annexRule(
  id: string,
  statement: string,
  path: string,
  broken: (annex: Annex, subject: ReceiptCase) => boolean,
): CaseRule<ReceiptCase> {
  return {
    id,
    statement,
    violations: (subject) => (subject.annex !== undefined && broken(subject.annex, subject) ? [path] : []),
  };
}

const identity: readonly CaseRule<ReceiptCase>[] = [
  annexRule(
    'annex.attempt-id',
    'attempt_id must be the attempt that is being answered.',
    '/annex/attempt_id',
    (annex, { authority }) => annex.attempt_id !== authority.attempt.attempt_id,
  ),
  annexRule(
    'annex.idempotency-key',
    'The idempotency_key of the annex must be the one issued for this attempt.',
    '/annex/idempotency_key',
    (annex, { authority }) => annex.idempotency_key !== authority.issued.idempotency_key,
  ),
  annexRule(
    'annex.request-digest',
    'request_digest must be the digest of the admitted request.',
    '/annex/request_digest',
    (annex, { authority }) => annex.request_digest !== authority.request_digest,
  ),
  annexRule(
    'annex.plan-digest',
    'plan_digest must be the digest of the admitted plan.',
    '/annex/plan_digest',
    (annex, { authority }) => annex.plan_digest !== authority.plan_digest,
  ),
];

const blocker: readonly CaseRule<ReceiptCase>[] = [
  annexRule(
    'annex.blocker-missing',
    'An attempt that was blocked or failed must name its blocker.',
    '/annex/blocker',
    (annex, { stopReason }) =>
      annex.blocker === null && (stopReason === 'failed' || stopReason === 'blocked_by_unknown_modal'),
  ),
  annexRule(
    'annex.blocker-contradicts',
    'The blocker code must agree with the stop reason: modal codes with blocked_by_unknown_modal, others with failed; only write_blocked may stand beside stopped_at_gate, and none beside completed.',
    '/annex/blocker/code',
    (annex, { stopReason }) => {
      if (annex.blocker === null || stopReason === undefined) return false;
      const { code } = annex.blocker;
      if (stopReason === 'blocked_by_unknown_modal') return !isModalBlocker(code);
      if (stopReason === 'failed') return isModalBlocker(code);
      return stopReason === 'completed' || code !== 'write_blocked';
    },
  ),
  annexRule(
    'annex.dialog-kind',
    'dialog_kind must stand with the blocker native_dialog only.',
    '/annex/blocker/dialog_kind',
    (annex) => annex.blocker?.dialog_kind !== undefined && annex.blocker.code !== 'native_dialog',
  ),
  annexRule(
    'annex.write-blocked',
    'write_blocked must be true exactly when blocked writes are listed, and true with the blocker of that name.',
    '/annex/write_blocked',
    (annex) =>
      annex.write_blocked !== annex.blocked_writes.length > 0 ||
      (annex.blocker?.code === 'write_blocked' && !annex.write_blocked),
  ),
];

/** What is found before the press, and ends the attempt without one. */
const keepsFromPress: ReadonlySet<BlockerCode> = new Set([
  'gate_missing',
  'gate_stale',
  'subject_changed',
  'target_missing',
  'target_ambiguous',
  'lookalike_target',
  'value_not_held',
]);

const press: readonly CaseRule<ReceiptCase>[] = [
  annexRule(
    'annex.press-contradicts',
    'press must agree with final_action_clicked: pressed only when it was, not_attempted only when it was not.',
    '/annex/press',
    (annex, { facts }) =>
      facts !== undefined &&
      ((annex.press === 'pressed' && !facts.final_action_clicked) ||
        (annex.press === 'not_attempted' && facts.final_action_clicked)),
  ),
  annexRule(
    'annex.outcome-unknown',
    'A press with an unknown result must report failed with the code outcome_unknown, and that code must come with such a press.',
    '/annex/press',
    (annex, { stopReason, facts }) => {
      const saysUnknown = annex.blocker?.code === 'outcome_unknown';
      if (annex.press === 'outcome_unknown') return !saysUnknown || stopReason !== 'failed';
      return saysUnknown && facts?.final_action_clicked !== true;
    },
  ),
  annexRule(
    'annex.press-without-commit',
    'Only a committed attempt of class external_write may have pressed its final action.',
    '/annex/press',
    (annex, { authority }) =>
      annex.press !== 'not_attempted' &&
      !(authority.attempt.committed && authority.request.effect_class === 'external_write'),
  ),
  annexRule(
    'annex.permit-contradicts',
    'A permit must be spent by a committed attempt only, only through a press, by every press that is completed, and each of its rules once.',
    '/annex/permit_spent',
    (annex, { authority, stopReason }) =>
      annex.permit_spent > (authority.permit_rules ?? annex.permit_spent) ||
      (annex.permit_spent > 0
        ? !authority.attempt.committed || annex.press === 'not_attempted'
        : stopReason === 'completed' && annex.press === 'pressed'),
  ),
  annexRule(
    'annex.blocker-before-press',
    'An attempt that pressed must not name a blocker that would have kept it from pressing.',
    '/annex/blocker/code',
    (annex) =>
      annex.press !== 'not_attempted' && annex.blocker !== null && keepsFromPress.has(annex.blocker.code),
  ),
];

const work: readonly CaseRule<ReceiptCase>[] = [
  annexRule(
    'annex.draft-contradicts',
    'A draft is present only when every expected field holds its value, and no more are held than were expected; where all are held it is not missing at a gate, and no value was lost.',
    '/annex/draft/fields_held',
    (annex, { facts, stopReason }) => {
      if (annex.draft === null) return false;
      const { fields_expected: expected, fields_held: held } = annex.draft;
      if (held > expected) return true;
      if (held < expected) return facts?.draft_present === true;
      if (expected === 0) return false;
      if (annex.blocker?.code === 'value_not_held') return true;
      // What failed or was blocked may not know what became of them; what did not, before a press, holds them still.
      const stands = stopReason === 'stopped_at_gate' || stopReason === 'completed';
      return stands && annex.press === 'not_attempted' && facts?.draft_present === false;
    },
  ),
  annexRule(
    'annex.draft-missing',
    'A draft that is present must be counted: at least one field was expected.',
    '/annex/draft',
    (annex, { facts }) => facts?.draft_present === true && (annex.draft?.fields_expected ?? 0) === 0,
  ),
  annexRule(
    'annex.rule-unknown',
    'Every write that a rule let pass must name a draft rule of the plan, where the authority says which there are.',
    '/annex/allowed_writes',
    (annex, { authority: { draft_rules: known } }) =>
      known !== undefined && annex.allowed_writes.some(({ rule }) => !known.includes(rule)),
  ),
  annexRule(
    'annex.duplicate-write',
    'Allowed writes must be listed once for each rule.',
    '/annex/allowed_writes',
    (annex) => new Set(annex.allowed_writes.map(({ rule }) => rule)).size < annex.allowed_writes.length,
  ),
  annexRule(
    'annex.evidence-unredacted',
    'Evidence that is not redacted must not stand beside a private source that is said to be.',
    '/annex/evidence',
    (annex, { privateSourceRedacted }) =>
      privateSourceRedacted === true && annex.evidence.some(({ redacted }) => !redacted),
  ),
  annexRule(
    'annex.evidence-missing',
    'Work that is claimed as done must list the evidence that its handle points to.',
    '/annex/evidence',
    (annex, subject) => claimsWork(subject) && annex.evidence.length === 0,
  ),
  annexRule(
    'annex.evidence-contradicts',
    'A receipt whose handle is none must list no evidence.',
    '/annex/evidence',
    (annex, { handleKind }) => handleKind === 'none' && annex.evidence.length > 0,
  ),
];

const extractions: readonly CaseRule<ReceiptCase>[] = [
  {
    id: 'annex.extraction-unknown',
    statement: 'Every extraction must be one that the plan named before the page was seen.',
    violations: ({ annex, authority }) => {
      const named = new Set(authority.extractions.map(({ name }) => name));
      return Object.keys(annex?.extractions ?? {}).some((name) => !named.has(name))
        ? ['/annex/extractions']
        : [];
    },
  },
  {
    id: 'annex.extraction-type',
    statement: 'Every extraction must have the type that the plan gave it.',
    violations: ({ annex, authority }) =>
      authority.extractions
        .filter(({ name, type }) => {
          const value = annex?.extractions[name];
          return value !== undefined && !extractedValueFits(value, type);
        })
        .map(({ name }) => `/annex/extractions/${name}`),
  },
  {
    id: 'annex.extraction-missing',
    statement: 'A completed unit must bring every extraction that the plan requires.',
    violations: ({ annex, authority, stopReason }) => {
      if (annex === undefined || stopReason !== 'completed') return [];
      return authority.extractions
        .filter(({ name, required }) => required && annex.extractions[name] === undefined)
        .map(({ name }) => `/annex/extractions/${name}`);
    },
  },
];

/** The statement of the one annex rule that looks at bytes: that they are there. */
export const annexMissing = {
  'annex.missing': 'A receipt must come with its annex.',
} as const;

/** The annex must belong to this attempt, and agree with the receipt beside it. */
export const annexRules: readonly CaseRule<ReceiptCase>[] = [
  ...identity,
  ...blocker,
  ...press,
  ...work,
  ...extractions,
];
