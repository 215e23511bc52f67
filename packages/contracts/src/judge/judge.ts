import type { z } from 'zod';
import type { ActionRequest } from '../records/action-request.ts';
import type { Plan } from '../records/plan.ts';
import type { ProposedTransition } from '../records/proposed-transition.ts';
import type { Receipt } from '../records/receipt.ts';
import type { RuntimeProfile } from '../records/runtime-profile.ts';
import type { StructuralAction } from '../records/structural-action.ts';
import {
  annexLimits,
  authorityLimits,
  type JsonLimits,
  planLimits,
  proposalLimits,
  recordLimits,
} from '../strict-json/limits.ts';
import { isBytes } from '../strict-json/own-bytes.ts';
import { parseFinding, readStrictJson } from '../strict-json/read-json.ts';
import { tryWireBytes } from '../strict-json/wire-bytes.ts';
import type { ActionAuthority, ReceiptAuthority, RequestAuthority } from './authority.ts';
import { actionAuthoritySchema, receiptAuthoritySchema, requestAuthoritySchema } from './authority-schema.ts';
import { authorityMalformed } from './failing-closed.ts';
import { type Finding, refusedFor, type Verdict } from './finding.ts';
import { judgeAction } from './judge-action.ts';
import { judgePlan } from './judge-plan.ts';
import { judgeProfile } from './judge-profile.ts';
import { judgeProposal } from './judge-proposal.ts';
import { type JudgedReceipt, judgeReceipt, judgeReceiptAlone } from './judge-receipt.ts';
import { judgeRecord, type PlainRecord, type PlainRecordOf } from './judge-record.ts';
import { judgeRequest } from './judge-request.ts';
import { type JsonPath, pointerOf } from './pointer.ts';
import { shapeFinding } from './shape.ts';

/**
 * A record as it arrived: bytes, text exactly as received, or an in-process value, which is serialised once and takes
 * the same path.
 */
export type Arrived = unknown;

/** What is judged, and what stands. `authority` is a snapshot by its published schema; null fails closed. */
export type JudgeInput =
  | {
      readonly kind: 'receipt';
      readonly receipt: Arrived;
      readonly annex: Arrived;
      readonly authority: ReceiptAuthority | null;
    }
  /** A receipt from a provider of the v0 records alone: no annex stands beside it. */
  | {
      readonly kind: 'receipt_alone';
      readonly receipt: Arrived;
      readonly authority: ReceiptAuthority | null;
    }
  | { readonly kind: 'request'; readonly request: Arrived; readonly authority: RequestAuthority | null }
  | { readonly kind: 'action'; readonly action: Arrived; readonly authority: ActionAuthority | null }
  | { readonly kind: 'profile'; readonly profile: Arrived }
  | { readonly kind: 'plan'; readonly plan: Arrived }
  | { readonly kind: 'proposal'; readonly proposal: Arrived }
  /** A record that cux gives out, by the name of its schema. */
  | { readonly kind: 'record'; readonly name: PlainRecord; readonly record: Arrived };

export type JudgeKind = JudgeInput['kind'];

/** The record that each kind of input yields when it is accepted. */
interface Judged {
  receipt: JudgedReceipt;
  receipt_alone: Receipt;
  request: ActionRequest;
  action: StructuralAction;
  profile: RuntimeProfile;
  plan: Plan;
  proposal: ProposedTransition;
  record: PlainRecordOf<PlainRecord>;
}

/**
 * Judges one record as it arrived. Total: it never throws, whatever it is handed; it reports all findings at once,
 * each with a stable rule id and a place; it accepts nothing that needs an authority without one; and it never echoes
 * a value.
 *
 * @example
 * const verdict = judge({ kind: 'receipt', receipt: bytes, annex: annexBytes, authority });
 * if (!verdict.ok) for (const { rule, path } of verdict.findings) console.error(rule, path);
 */
export function judge<Kind extends JudgeKind>(
  input: Extract<JudgeInput, { kind: Kind }>,
): Verdict<Judged[Kind]>;
export function judge(input: JudgeInput): Verdict<unknown> {
  try {
    return judged(input);
  } catch {
    // Only a value whose own code runs when it is looked at, such as a trap of a proxy, comes here.
    return refusedFor([parseFinding('parse.not-plain-data', [])]);
  }
}

function judged(input: JudgeInput): Verdict<unknown> {
  switch (input?.kind) {
    case 'receipt':
      return judgedWith(
        input.authority,
        receiptAuthoritySchema,
        { receipt: input.receipt, annex: input.annex },
        judgeReceipt,
      );
    case 'receipt_alone':
      return judgedWith(
        input.authority,
        receiptAuthoritySchema,
        { receipt: input.receipt },
        judgeReceiptAlone,
      );
    case 'request':
      return judgedWith(input.authority, requestAuthoritySchema, { request: input.request }, judgeRequest);
    case 'action':
      return judgedWith(input.authority, actionAuthoritySchema, { action: input.action }, judgeAction);
    case 'profile':
      return judgedAlone(input.profile, recordLimits, judgeProfile);
    case 'plan':
      return judgedAlone(input.plan, planLimits, judgePlan);
    case 'proposal':
      return judgedAlone(input.proposal, proposalLimits, judgeProposal);
    case 'record':
      return judgedAlone(input.record, proposalLimits, (bytes) => judgeRecord(input.name, bytes));
    default:
      return refusedFor([shapeFinding('shape.not-in-set', [])]);
  }
}

function judgedWith<Part extends string, Authority>(
  authority: unknown,
  schema: z.ZodType<Authority>,
  parts: Readonly<Record<Part, Arrived>>,
  judgeParts: (
    input: Readonly<Record<Part, Uint8Array>> & { readonly authority: Authority | null },
  ) => Verdict<unknown>,
): Verdict<unknown> {
  const arrival = new Arrival();
  const bytes = Object.fromEntries(
    Object.entries(parts).map(([part, arrived]) => [
      part,
      arrival.bytesOf(arrived, part === 'annex' ? annexLimits : recordLimits, placesOf[part] ?? []),
    ]),
  ) as Record<Part, Uint8Array>;
  const verdict = judgeParts({ ...bytes, authority: readAuthority(authority, schema, arrival.findings) });
  return arrival.withFindingsOf(verdict);
}

function judgedAlone(
  part: Arrived,
  limits: JsonLimits,
  judgePart: (bytes: Uint8Array) => Verdict<unknown>,
): Verdict<unknown> {
  const arrival = new Arrival();
  return arrival.withFindingsOf(judgePart(arrival.bytesOf(part, limits, [])));
}

/** A receipt and its annex are judged together, each under its name; any other record is the whole. */
const placesOf: Readonly<Record<string, JsonPath>> = { receipt: ['receipt'], annex: ['annex'] };

/** The parts of one input on their way to bytes, and what was found on it. */
class Arrival {
  readonly findings: Finding[] = [];
  /** Where parts stand that never became bytes. */
  readonly #unread = new Set<string>();

  /**
   * What is not bytes becomes bytes here, once; what cannot is passed on, and refused for not being bytes. What is too
   * large is not encoded: empty bytes of that size are refused for it.
   *
   * @param root where the part stands in the verdict
   */
  bytesOf(part: Arrived, { maximumBytes, maximumKeys }: JsonLimits, root: JsonPath): Uint8Array {
    const tooLarge = () => new Uint8Array(maximumBytes + 1);
    if (typeof part === 'string') {
      if (part.length > maximumBytes) return tooLarge();
      // Encoding would put a replacement in the place of half a character, and hide it.
      if (/\p{Surrogate}/u.test(part)) this.findings.push(parseFinding('parse.lone-surrogate', root));
      return new TextEncoder().encode(part);
    }
    if (isBytes(part) || typeof part !== 'object' || part === null) return part as Uint8Array;
    const wire = tryWireBytes(part, { maximumBytes, maximumKeys });
    if (wire.ok) return wire.bytes;
    if (wire.findings.some(({ rule }) => rule === 'parse.too-large')) return tooLarge();
    for (const finding of wire.findings) this.findings.push({ ...finding, path: pointerOf(root) });
    this.#unread.add(pointerOf(root));
    return new Uint8Array();
  }

  /** The verdict, with what was found before; a part that never became bytes was not empty. */
  withFindingsOf(verdict: Verdict<unknown>): Verdict<unknown> {
    if (this.findings.length === 0) return verdict;
    const judged = verdict.findings.filter(
      ({ rule, path }) => rule !== 'parse.empty' || !this.#unread.has(path),
    );
    return refusedFor([...this.findings, ...judged]);
  }
}

/** An authority takes the same path as a record: serialised once, read strictly, and only its copy is looked at. */
function readAuthority<Authority>(
  authority: unknown,
  schema: z.ZodType<Authority>,
  findings: Finding[],
): Authority | null {
  if (authority === null || authority === undefined) return null;
  const wire = tryWireBytes(authority, { maximumBytes: authorityLimits.maximumBytes, omitsUndefined: true });
  if (wire.ok) {
    const reading = readStrictJson(wire.bytes, authorityLimits);
    const parsed = reading.ok ? schema.safeParse(reading.value) : undefined;
    if (parsed?.success === true) return parsed.data;
  }
  findings.push(authorityMalformed());
  return null;
}
