import {
  type Annex,
  type AnsweredReceipt,
  canonicalForm,
  classifyReceipt,
  type Finding,
  judge,
  type Receipt,
  type ReceiptAuthority,
  type RequestAuthority,
  readStrictJson,
  receiptAuthoritySchema,
  replayFinding,
  type Verdict,
} from '@cux/contracts';
import { type ContractLine, readContractLine } from './contract-line-schema.ts';

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
  if (before === null) return malformedLine(id);
  const receipt = receiptOf(line);
  if (receipt === undefined) return { id, ...requestVerdict(line, before) };
  return { id, ...receiptVerdict(line, receipt, before) };
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
  const known = classificationOf(line, receipt, before);
  if (known !== 'new') return { outcome: known, findings: [replayFinding(known)] };
  const authority = authorityAfter(line.authority, before) as ReceiptAuthority | null;
  const verdict: Verdict<unknown> =
    typeof line.annex_raw === 'string'
      ? judge({ kind: 'receipt', receipt, annex: line.annex_raw, authority })
      : judge({ kind: 'receipt_alone', receipt, authority });
  return outcomeOf(verdict, otherRequest(line));
}

/** A request beside a receipt is the one that the receipt answers, or the line speaks of two things. */
function otherRequest({ request_raw, authority }: ContractLine): readonly Finding[] {
  const admitted = receiptAuthoritySchema.safeParse(authority).data?.request;
  if (typeof request_raw !== 'string' || admitted === undefined) return [];
  const reading = readStrictJson(new TextEncoder().encode(request_raw));
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

function answeredBy(event: NonNullable<ContractLine['after']>[number]): AnsweredReceipt | null {
  const { raw, annex_raw: annex = null } = typeof event === 'string' ? { raw: event } : event;
  const receipt = readStrictJson(new TextEncoder().encode(raw));
  const beside = annex === null ? null : readStrictJson(new TextEncoder().encode(annex));
  if (!receipt.ok || beside?.ok === false) return null;
  return { receipt: receipt.value as Receipt, annex: beside === null ? null : (beside.value as Annex) };
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
