import type { Annex } from '../records/annex.ts';
import { type HandleKind, handleKindSchema } from '../records/evidence-class.ts';
import { type ObservedFacts, observedFactsSchema } from '../records/observed-facts.ts';
import { type StopReason, stopReasonSchema } from '../records/stop-reason.ts';
import type { ReceiptAuthority } from './authority.ts';
import { objectOrEmpty } from './readable-parts.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A receipt as the rules see it. Each part is read by itself, so that a receipt with a broken shape still gets
 * the findings of all rules whose parts are readable. `undefined`: this part is not readable.
 */
export interface ReceiptCase {
  /** The receipt's values as they were sent; for rules that compare by code unit. */
  readonly raw: JsonObject;
  readonly stopReason: StopReason | undefined;
  readonly facts: ObservedFacts | undefined;
  readonly handleKind: HandleKind | undefined;
  readonly privateSourceRedacted: boolean | undefined;
  /** `undefined` when no annex of the right shape stands beside the receipt. */
  readonly annex: Annex | undefined;
  readonly authority: ReceiptAuthority;
}

export function receiptCase(
  raw: JsonObject,
  annex: Annex | undefined,
  authority: ReceiptAuthority,
): ReceiptCase {
  const evidence = objectOrEmpty(raw.evidence);
  const redacted = evidence.private_source_redacted;
  return {
    raw,
    stopReason: stopReasonSchema.safeParse(raw.stop_reason).data,
    facts: observedFactsSchema.safeParse(raw.observed_facts).data,
    handleKind: handleKindSchema.safeParse(evidence.handle_kind).data,
    privateSourceRedacted: typeof redacted === 'boolean' ? redacted : undefined,
    annex,
    authority,
  };
}

/**
 * Whether the receipt says that the unit's work is there: what then needs evidence. A failure claims nothing, so
 * that a press whose result is unknown can always be reported.
 */
export function claimsWork({ stopReason, facts }: ReceiptCase): boolean {
  if (stopReason === 'completed') return true;
  return stopReason === 'stopped_at_gate' && facts?.draft_present === true;
}
