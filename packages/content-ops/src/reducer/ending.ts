import type { BlockerCode } from '@cux/contracts';
import type { Gate, ReducerInput } from '@cux/kernel/capability';

/**
 * What an attempt came to, as one word: the key into the table of meanings.
 *
 * - a blocker code: it stopped there and nothing was sent;
 * - `completed`: the unit did what it was to do, without a press of the final action;
 * - `pressed`: the final action was pressed and the site answered;
 * - `draft_held`, `draft_not_held`: stopped at the gate, with or without every value held;
 * - `modal_unnamed`, `failed_unnamed`: stopped without a code;
 * - `void`: committed, and shown to have sent nothing;
 * - `outcome_unknown` (also a blocker code): something may have been sent.
 */
export type Ending =
  | BlockerCode
  | 'completed'
  | 'pressed'
  | 'draft_held'
  | 'draft_not_held'
  | 'modal_unnamed'
  | 'failed_unnamed'
  | 'void';

/**
 * The ending of a report. A press that is not known to have been answered, and a commit (this attempt has consumed
 * the gate) without an answered press, are never read as anything else than unknown.
 */
export function endingOf(report: ReducerInput['report'], gate: Gate | null): Ending {
  if (report.kind !== 'receipt') return report.kind;
  const { receipt, annex } = report;
  const { observed_facts: facts, stop_reason } = receipt;
  if (annex.press === 'pressed' && stop_reason === 'completed') return 'pressed';
  const committed = gate?.consumed_by === report.attempt_id;
  if (committed || annex.press !== 'not_attempted' || annex.permit_spent > 0 || facts.final_action_clicked) {
    return 'outcome_unknown';
  }
  switch (stop_reason) {
    case 'completed':
      return 'completed';
    case 'stopped_at_gate':
      return facts.draft_present ? 'draft_held' : 'draft_not_held';
    case 'blocked_by_unknown_modal':
      return annex.blocker?.code ?? 'modal_unnamed';
    case 'failed':
      return annex.blocker?.code ?? 'failed_unnamed';
  }
}
