import { type Annex, annexSchema } from '../records/annex.ts';
import { type Receipt, receiptSchema } from '../records/receipt.ts';
import { annexLimits, recordLimits } from '../strict-json/limits.ts';
import { readStrictJson } from '../strict-json/read-json.ts';
import type { ReceiptAuthority } from './authority.ts';
import { receiptAuthorityFindings } from './contradictions.ts';
import { authorityMissing, failingClosed } from './failing-closed.ts';
import { type Finding, type Verdict, verdictOf } from './finding.ts';
import type { GateCase } from './gate-check.ts';
import { type ReceiptCase, receiptCase } from './receipt-case.ts';
import { annexMissing, annexRules } from './rules/annex.ts';
import { attemptRules } from './rules/attempt.ts';
import { factsRules } from './rules/facts.ts';
import { gateRules } from './rules/gate.ts';
import { identityRules } from './rules/identity.ts';
import { runRules } from './run-rules.ts';
import { readShape } from './shape.ts';
import { textFindings } from './text-findings.ts';

/** A receipt and the annex beside it, accepted together. */
export interface JudgedReceipt {
  readonly receipt: Receipt;
  readonly annex: Annex;
}

/** What arrived, exactly as received, and what stands. */
export interface ReceiptInput {
  readonly receipt: Uint8Array;
  readonly annex: Uint8Array;
  /** Null fails closed. */
  readonly authority: ReceiptAuthority | null;
}

/**
 * Judges a receipt and its annex as they arrived. Total: it never throws, whatever it is handed, reports all findings
 * at once, and without an authority snapshot accepts nothing. The snapshot is the caller's own and taken as typed;
 * `judge` reads one from elsewhere by its schema.
 */
export function judgeReceipt(input: ReceiptInput): Verdict<JudgedReceipt> {
  return failingClosed(input, receiptVerdict);
}

function receiptVerdict({ receipt, annex, authority }: ReceiptInput): Verdict<JudgedReceipt> {
  const findings: Finding[] = standingAuthority(authority);
  const issued = issuedStrings(authority);
  const receiptRecord = readPart('receipt', receipt, issued, findings);
  const annexRecord = readPart('annex', annex, issued, findings);
  if (annex === null || annex === undefined) {
    findings.push({ rule: 'annex.missing', path: '/annex', message: annexMissing['annex.missing'] });
  }
  const receiptShape = readShape(receiptSchema, receiptRecord, ['receipt']);
  const annexShape = readShape(annexSchema, annexRecord, ['annex']);
  if (receiptRecord !== undefined) findings.push(...receiptShape.findings);
  if (annexRecord !== undefined) findings.push(...annexShape.findings);
  findings.push(...againstAuthority(receiptRecord, annexShape.record, authority));
  const record =
    receiptShape.record !== undefined && annexShape.record !== undefined
      ? { receipt: receiptShape.record, annex: annexShape.record }
      : undefined;
  return verdictOf(record, findings);
}

/**
 * Judges a receipt that comes without an annex, as a provider of the v0 records alone sends it: by every rule that
 * needs none. The kernel of cux asks for the annex, and takes `judgeReceipt`.
 */
export function judgeReceiptAlone(input: Pick<ReceiptInput, 'receipt' | 'authority'>): Verdict<Receipt> {
  return failingClosed(input, receiptAloneVerdict);
}

function receiptAloneVerdict({
  receipt,
  authority,
}: Pick<ReceiptInput, 'receipt' | 'authority'>): Verdict<Receipt> {
  const findings: Finding[] = standingAuthority(authority);
  const raw = readPart('receipt', receipt, issuedStrings(authority), findings);
  const shape = readShape(receiptSchema, raw, ['receipt']);
  if (raw !== undefined) findings.push(...shape.findings);
  findings.push(...againstAuthority(raw, undefined, authority));
  return verdictOf(shape.record, findings);
}

function againstAuthority(
  receipt: Readonly<Record<string, unknown>> | undefined,
  annex: Annex | undefined,
  authority: ReceiptAuthority | null,
): readonly Finding[] {
  if (receipt === undefined || authority === null || authority === undefined) return [];
  return judgeAgainst(receiptCase(receipt, annex, authority));
}

/** Said first, so that no number of other findings can crowd it out. */
function standingAuthority(authority: ReceiptAuthority | null): Finding[] {
  if (authority === null || authority === undefined) return [authorityMissing()];
  return [...receiptAuthorityFindings(authority)];
}

function readPart(
  part: 'receipt' | 'annex',
  bytes: unknown,
  issued: ReadonlySet<string>,
  findings: Finding[],
): Readonly<Record<string, unknown>> | undefined {
  const reading = readStrictJson(bytes, part === 'annex' ? annexLimits : recordLimits, [part]);
  if (!reading.ok) {
    findings.push(...reading.findings);
    return undefined;
  }
  findings.push(...textFindings(reading.value, [part], issued));
  return reading.value;
}

/** Strings that the authority issued or admitted: equal to them, a value is not the sender's choice. */
function issuedStrings(authority: ReceiptAuthority | null): ReadonlySet<string> {
  if (authority === null || authority === undefined) return new Set();
  const { request, issued, attempt, extractions } = authority;
  return new Set([
    request.goal_id,
    request.todo_id,
    request.provider_id,
    request.action_unit,
    issued.idempotency_key,
    issued.session_reference,
    attempt.attempt_id,
    authority.request_digest,
    authority.plan_digest,
    ...extractions.map(({ name }) => name),
  ]);
}

const receiptRules = [...identityRules, ...factsRules, ...attemptRules, ...annexRules];

function judgeAgainst(subject: ReceiptCase): readonly Finding[] {
  return [...runRules(receiptRules, subject), ...runRules(gateRules, gateCase(subject.authority))];
}

function gateCase(authority: ReceiptAuthority): GateCase {
  return {
    effectClass: authority.request.effect_class,
    binding: authority.request.gate_binding,
    head: authority.gate,
    subjectDigest: authority.subject_digest,
    attemptId: authority.attempt.attempt_id,
    path: '/receipt',
    bindingAt: false,
  };
}
