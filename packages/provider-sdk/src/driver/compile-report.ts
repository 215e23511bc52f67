import { type Annex, type BlockerCode, isModalBlocker, type Receipt, redactText } from '@cux/contracts';
import type { GuardRecord } from '../guard/guard.ts';
import { type AttemptFacts, draftHeld, handleKindOf } from './attempt-facts.ts';
import { type GuardMark, sinceMark } from './guard-mark.ts';
import type { AttemptReport, RunPlanInput } from './run-plan.ts';

/** Longest label that leaves, in characters. */
const labelMaximum = 200;

type ReportInput = Pick<
  RunPlanInput,
  'attemptId' | 'idempotencyKey' | 'request' | 'requestDigest' | 'planDigest'
> & {
  readonly session: Pick<RunPlanInput['session'], 'sessionReference'>;
};

/** The receipt and annex of an attempt, from its facts and the guard's record. Pure; decides nothing. */
export function compileReport(
  input: ReportInput,
  facts: AttemptFacts,
  guard: { readonly mark: GuardMark; readonly record: GuardRecord },
  endedAt: number,
): AttemptReport {
  const code = facts.stop?.blocker.code ?? null;
  const draftPresent = draftHeld(facts);
  return {
    receipt: {
      schema_version: 'computer_use_receipt_v0',
      goal_id: input.request.goal_id,
      todo_id: input.request.todo_id,
      provider_id: input.request.provider_id,
      attempted_action_unit: input.request.action_unit,
      stop_reason: stopReasonOf(code, facts),
      observed_facts: {
        screen_reached: facts.screenReached,
        draft_present: draftPresent,
        final_action_clicked: facts.clicked,
        unknown_modal: facts.modalAfterPress || (code !== null && isModalBlocker(code)),
      },
      evidence: {
        handle_kind: handleKindOf(facts.evidence.map(({ evidence_class }) => evidence_class)),
        raw_evidence_copied: false,
        private_source_redacted: facts.evidence.every(({ redacted }) => redacted),
      },
      idempotency_key: input.idempotencyKey,
      session_reference: input.session.sessionReference,
    },
    annex: annexOf(input, facts, guard, endedAt),
  };
}

function stopReasonOf(code: BlockerCode | null, facts: AttemptFacts): Receipt['stop_reason'] {
  if (code === null) return facts.ending;
  return isModalBlocker(code) ? 'blocked_by_unknown_modal' : 'failed';
}

function annexOf(
  input: ReportInput,
  facts: AttemptFacts,
  guard: { readonly mark: GuardMark; readonly record: GuardRecord },
  endedAt: number,
): Annex {
  const seen = sinceMark(guard.mark, guard.record);
  return {
    schema_version: 'cux_receipt_annex_v1',
    attempt_id: input.attemptId,
    idempotency_key: input.idempotencyKey,
    request_digest: input.requestDigest,
    plan_digest: input.planDigest,
    blocker: annexBlockerOf(facts),
    write_blocked: seen.blocked.length > 0,
    blocked_writes: seen.blocked.slice(0, 50),
    allowed_writes: seen.allowed.slice(0, 40).map(({ rule, count }) => ({ rule, count })),
    draft: facts.draft,
    press: facts.press,
    permit_spent: facts.permitSpent,
    unexpected_target_opened: facts.unexpectedTargetOpened,
    observation_truncated: facts.observationTruncated,
    extractions: facts.extractions,
    evidence: facts.evidence,
    started_at: facts.startedAt,
    ended_at: endedAt,
  };
}

/** The one place where a page's own words leave the driver: bounded, and through the redaction exit. */
function annexBlockerOf({ stop }: AttemptFacts): Annex['blocker'] {
  if (stop === null) return null;
  const { code, label, dialogKind } = stop.blocker;
  return {
    code,
    step: stop.step,
    label: label === null ? null : redactText(label, labelMaximum),
    ...(dialogKind !== null && code === 'native_dialog' ? { dialog_kind: dialogKind } : {}),
  };
}
