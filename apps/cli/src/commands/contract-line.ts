import {
  type AnsweredReceipt,
  annexLimits,
  annexSchema,
  canonicalForm,
  classifyReceipt,
  type Finding,
  type JsonLimits,
  judge,
  type ReceiptAuthority,
  type RequestAuthority,
  receiptAuthoritySchema,
  receiptSchema,
  recordLimits,
  replayFinding,
  type Verdict,
} from '@cux/contracts';
import type { z } from 'zod';
import { type ContractLine, readContractLine } from './contract-line-schema.ts';
import { readText } from './read-text.ts';

/** What the command prints for one line. */
export interface LineVerdict {
  readonly id: string | number;
  readonly outcome: 'accept' | 'reject' | 'replay' | 'conflict';
  readonly findings: readonly Pick<Finding, 'rule' | 'path'>[];
}

/** Judges one line: a receipt, alone or with its annex, or a request. Total: a line that does not read is rejected. */
export function judgeLine(bytes: Uint8Array, number: number): LineVerdict {
  const { id = number, line } = readContractLine(bytes);
  if (line === null) return malformedLine(id);
  const before = whatHappened(line);
  if (before !== null) return { id, ...verdictAfter(line, before) };
  const malformed = malformedLine(id);
  return { ...malformed, findings: [...malformed.findings, ...verdictAfter(line, nothing).findings] };
}

function verdictAfter(line: ContractLine, before: Before): Outcome {
  const receipt = receiptOf(line);
  return receipt === undefined ? requestVerdict(line, before) : receiptVerdict(line, receipt, before);
}

export function malformedLine(id: string | number, rule = 'line.malformed'): LineVerdict {
  return { id, outcome: 'reject', findings: [{ rule, path: '' }] };
}

/** The receipt as it arrived: a text or bytes; undefined when the line holds none. */
function receiptOf(line: ContractLine): string | Uint8Array | undefined {
  if (typeof line.raw === 'string') return line.raw;
  if (typeof line.bytes_hex === 'string') return Uint8Array.from(Buffer.from(line.bytes_hex, 'hex'));
  return undefined;
}

type Outcome = Omit<LineVerdict, 'id'>;

function outcomeOf({ ok, findings }: Verdict<unknown>, more: readonly Finding[] = []): Outcome {
  const all = [...more, ...findings];
  return { outcome: ok && all.length === 0 ? 'accept' : 'reject', findings: all };
}

function receiptVerdict(line: ContractLine, receipt: string | Uint8Array, before: Before): Outcome {
  const authority = authorityAfter(line.authority, before) as ReceiptAuthority | null;
  const verdict: Verdict<unknown> =
    typeof line.annex_raw === 'string'
      ? judge({ kind: 'receipt', receipt, annex: line.annex_raw, authority })
      : judge({ kind: 'receipt_alone', receipt, authority });
  const known = verdict.findings.some(refusesByItself) ? 'new' : classificationOf(line, receipt, before);
  if (known !== 'new') return { outcome: known, findings: [replayFinding(known)] };
  return outcomeOf(verdict, otherRequest(line));
}

/** What has such a finding could not have been accepted at any time, whatever stood: it repeats nothing. */
function refusesByItself({ rule }: Finding): boolean {
  return /^(?:parse|shape|writeback|leak)\./.test(rule);
}

/** A request beside a receipt is the one that the receipt answers, or the line speaks of two things. */
function otherRequest({ request_raw, authority }: ContractLine): readonly Finding[] {
  const admitted = receiptAuthoritySchema.safeParse(authority).data?.request;
  if (typeof request_raw !== 'string' || admitted === undefined) return [];
  const reading = readText(request_raw);
  if (!reading.ok) return reading.findings;
  if (canonicalForm(reading.value) === canonicalForm(admitted)) return [];
  return [{ rule: 'authority.malformed', path: '', message: 'The request is not that of the authority.' }];
}

function requestVerdict(line: ContractLine, before: Before): Outcome {
  const authority = authorityAfter(line.authority, before);
  const asReceipt = receiptAuthoritySchema.safeParse(authority);
  const standing = asReceipt.success ? requestAuthorityOf(asReceipt.data) : authority;
  return outcomeOf(
    judge({ kind: 'request', request: line.request_raw, authority: standing as RequestAuthority | null }),
  );
}

/** What a snapshot for receipts says of a request: its gate and subject, and that its provider is there. */
function requestAuthorityOf(authority: ReceiptAuthority): RequestAuthority {
  return {
    gate: authority.gate,
    subject_digest: authority.subject_digest,
    provider: { provider_id: authority.channel_provider_id, ready: true, external_write: 'gated' },
  };
}

interface Before {
  readonly accepted: readonly AnsweredReceipt[];
  /** Whether the annexes are known too; a receipt that is given as a text alone is compared alone. */
  readonly withAnnex: boolean;
  readonly attempt: Readonly<Record<string, unknown>>;
  readonly gateRevision: number | null;
}

const nothing: Before = { accepted: [], withAnnex: true, attempt: {}, gateRevision: null };

/** What happened before, in order; null when one of the events does not read. */
function whatHappened({ after }: ContractLine): Before | null {
  const accepted: AnsweredReceipt[] = [];
  const attempt: Record<string, unknown> = {};
  let gateRevision: number | null = null;
  let withAnnex = true;
  for (const event of after ?? []) {
    const [name, number] = typeof event === 'string' ? event.split(':', 2) : [];
    if (event === 'cancel') attempt.cancelled = true;
    else if (event === 'not_dispatched') attempt.dispatched = false;
    else if (event === 'deadline_passed') attempt.deadline_passed = true;
    else if (name === 'fence' && /^\d{1,15}$/.test(number ?? '')) attempt.fence_current = false;
    else if (name === 'gate_revision' && /^\d{1,15}$/.test(number ?? '')) gateRevision = Number(number);
    else {
      const answered = answeredBy(event);
      if (answered === null) return null;
      accepted.push(answered);
      attempt.state = 'reported';
      if (answered.annex === null) withAnnex = false;
    }
  }
  return { accepted, withAnnex, attempt, gateRevision };
}

/** Null for what is no receipt, or no annex, that could have been accepted. */
function answeredBy(event: NonNullable<ContractLine['after']>[number]): AnsweredReceipt | null {
  const { raw, annex_raw: annex = null } = typeof event === 'string' ? { raw: event } : event;
  const receipt = recordIn(raw, receiptSchema, recordLimits);
  const beside = annex === null ? null : recordIn(annex, annexSchema, annexLimits);
  if (receipt === undefined || beside === undefined) return null;
  return { receipt, annex: beside };
}

function recordIn<Record>(text: string, schema: z.ZodType<Record>, limits: JsonLimits): Record | undefined {
  const reading = readText(text, limits);
  return reading.ok ? schema.safeParse(reading.value).data : undefined;
}

function classificationOf(line: ContractLine, receipt: string | Uint8Array, before: Before) {
  const annex =
    before.withAnnex && typeof line.annex_raw === 'string' ? new TextEncoder().encode(line.annex_raw) : null;
  return classifyReceipt(before.accepted, {
    receipt: typeof receipt === 'string' ? new TextEncoder().encode(receipt) : receipt,
    annex,
  });
}

/** The snapshot as the events have left it; what does not read stays as it is, and is refused by the judge. */
function authorityAfter(authority: unknown, before: Before): unknown {
  if (!isObject(authority)) return authority ?? null;
  const { attempt, gate } = authority;
  return {
    ...authority,
    ...(isObject(attempt) ? { attempt: { ...attempt, ...before.attempt } } : {}),
    ...(isObject(gate) && before.gateRevision !== null
      ? { gate: { ...gate, revision: before.gateRevision } }
      : {}),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
