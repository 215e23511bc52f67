import { canonicalForm } from '../ids/digest.ts';
import type { Annex } from '../records/annex.ts';
import type { Receipt } from '../records/receipt.ts';
import { annexLimits, recordLimits } from '../strict-json/limits.ts';
import { isBytes } from '../strict-json/own-bytes.ts';
import { readStrictJson } from '../strict-json/read-json.ts';
import type { Finding } from './finding.ts';
import { pointerOf } from './pointer.ts';
import { replayStatements } from './rules/replay.ts';

/** A receipt that was accepted, and the annex that stood beside it. */
export interface AnsweredReceipt {
  readonly receipt: Receipt;
  readonly annex: Annex | null;
}

/**
 * - `new`: no accepted receipt has this key. It is to be judged, which says whether the key was ever issued.
 * - `replay`: the same content again; give the original answer, and cause nothing.
 * - `conflict`: the key is taken by other content.
 */
export type ReceiptClassification = 'new' | 'replay' | 'conflict';

/** What arrived, exactly as received; `annex` null, or left undefined, when none did. */
export interface ArrivedReceipt {
  readonly receipt: Uint8Array;
  readonly annex: Uint8Array | null | undefined;
}

/**
 * Compares a receipt with those that were accepted before, by idempotency key and canonical form (RFC 8785): the
 * order of keys and the spelling of characters make no difference, a single value does. Bytes that do not
 * read are `new`, and refused by the judge. Total: a history that does not read cannot say that the key is free, and is
 * a conflict; so is what arrived as anything but bytes, since it cannot be compared. Of what did not arrive at all the judge says so.
 */
export function classifyReceipt(
  history: readonly AnsweredReceipt[],
  arrived: ArrivedReceipt,
): ReceiptClassification {
  try {
    const bytes: unknown = arrived?.receipt ?? new Uint8Array();
    if (!isBytes(bytes)) return 'conflict';
    const receipt = readStrictJson(bytes, recordLimits);
    if (!receipt.ok) return 'new';
    const answered = history.filter((each) => each.receipt.idempotency_key === receipt.value.idempotency_key);
    if (answered.length === 0) return 'new';
    const same = answered.some(
      (each) => sameForm(each.receipt, receipt.value) && sameAnnex(each.annex ?? null, arrived.annex ?? null),
    );
    return same ? 'replay' : 'conflict';
  } catch {
    return 'conflict';
  }
}

/** What a classification other than `new` says of the receipt, by its rule. */
export function replayFinding(classification: Exclude<ReceiptClassification, 'new'>): Finding {
  const rule = classification === 'replay' ? 'replay.same-content' : 'replay.conflict';
  return { rule, path: pointerOf(['receipt', 'idempotency_key']), message: replayStatements[rule] };
}

function sameForm(left: unknown, right: unknown): boolean {
  return canonicalForm(left) === canonicalForm(right);
}

function sameAnnex(answered: Annex | null, arrived: Uint8Array | null): boolean {
  if (answered === null || arrived === null) return answered === arrived;
  const annex = readStrictJson(arrived, annexLimits);
  return annex.ok && sameForm(answered, annex.value);
}
