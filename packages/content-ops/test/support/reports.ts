import type { ActionRequest, Annex, ProposedTransition, Receipt, StopReason } from '@cux/contracts';
import type { ReducerInput } from '@cux/kernel/capability';
import { allowedActions } from '../../src/attempt/prepare-attempt.ts';
import { type PublishingUnit, unitWordings } from '../../src/attempt/request-wording.ts';
import { type Content, type Ending, type PublishingCase, reduce } from '../../src/index.ts';
import { extractionDigest } from '../../src/reducer/stored-content.ts';
import {
  aGate,
  aRecord,
  aTodo,
  digest,
  issued,
  newsroomCase,
  policyVersion,
  twoPastTwo,
} from './publishing.ts';

export const attemptId = issued('attempt', 7);
export const otherAttemptId = issued('attempt', 6);

export interface ReportParts {
  readonly stop: StopReason;
  readonly blocker?: Annex['blocker'];
  readonly draftPresent?: boolean;
  readonly press?: Annex['press'];
  readonly extractions?: Annex['extractions'];
  readonly evidence?: Annex['evidence'];
}

/** A receipt with its annex, as a driver compiles them. */
export function receiptReport(parts: ReportParts): Extract<ReducerInput['report'], { kind: 'receipt' }> {
  const press = parts.press ?? 'not_attempted';
  const receipt: Receipt = {
    schema_version: 'computer_use_receipt_v0',
    goal_id: 'goal-1',
    todo_id: 'publish-q3',
    provider_id: 'provider-1',
    attempted_action_unit: 'draft_until_review_gate',
    stop_reason: parts.stop,
    observed_facts: {
      screen_reached: true,
      draft_present: parts.draftPresent ?? false,
      final_action_clicked: press !== 'not_attempted',
      unknown_modal: parts.stop === 'blocked_by_unknown_modal',
    },
    evidence: {
      handle_kind: 'host_replay_or_screenshot_pointer',
      raw_evidence_copied: false,
      private_source_redacted: true,
    },
    idempotency_key: issued('key', 1),
    session_reference: 'session-1',
  };
  return { kind: 'receipt', attempt_id: attemptId, receipt, annex: annexOf(parts, press) };
}

function annexOf(parts: ReportParts, press: Annex['press']): Annex {
  return {
    schema_version: 'cux_receipt_annex_v1',
    attempt_id: attemptId,
    idempotency_key: issued('key', 1),
    request_digest: digest('1'),
    plan_digest: digest('2'),
    blocker: parts.blocker ?? null,
    write_blocked: false,
    blocked_writes: [],
    allowed_writes: [],
    draft: null,
    press,
    permit_spent: press === 'pressed' ? 1 : 0,
    unexpected_target_opened: false,
    observation_truncated: false,
    extractions: parts.extractions ?? {},
    evidence: parts.evidence ?? [
      { evidence_class: 'screenshot', digest: digest('e'), size: 10, redacted: true },
    ],
    started_at: 0,
    ended_at: 0,
  };
}

const modalEndings: ReadonlySet<Ending> = new Set([
  'native_dialog',
  'modal',
  'popover',
  'overlay',
  'captcha',
  'login',
  'payment',
  'permission',
  'destructive_confirmation',
]);

/** A report that comes to this ending, and otherwise went as well as can be. */
export function reportOf(ending: Ending, unit: PublishingUnit, of: PublishingCase): ReducerInput['report'] {
  if (ending === 'void' || ending === 'outcome_unknown') return { kind: ending, attempt_id: attemptId };
  const extractions = unit === 'inspect_screen' ? storeSays(of, 'published') : storeSays(of, 'draft');
  switch (ending) {
    case 'completed':
      return receiptReport({ stop: 'completed', draftPresent: true, extractions });
    case 'pressed':
      return receiptReport({ stop: 'completed', press: 'pressed', draftPresent: true });
    case 'draft_held':
      return receiptReport({ stop: 'stopped_at_gate', draftPresent: true, extractions });
    case 'draft_not_held':
      return receiptReport({ stop: 'stopped_at_gate', extractions });
    case 'modal_unnamed':
      return receiptReport({ stop: 'blocked_by_unknown_modal' });
    case 'failed_unnamed':
      return receiptReport({ stop: 'failed' });
    default:
      return receiptReport({
        stop: modalEndings.has(ending) ? 'blocked_by_unknown_modal' : 'failed',
        blocker: { code: ending, step: 2, label: null },
      });
  }
}

/** What the newsroom's own store would say. */
export function storeSays(
  of: PublishingCase,
  status: string,
  content: Content = of.content ?? {},
): Annex['extractions'] {
  const words = of.recipe.name === 'newsroom' ? { published: 'published' } : { published: 'publish' };
  const stored = of.recipe.read_back.stored.map(({ extraction, field }) => [
    extraction,
    extractionDigest(content[field] ?? ''),
  ]);
  return {
    item_id: 12,
    status: status === 'published' ? words.published : status,
    ...Object.fromEntries(stored),
  };
}

const stateBefore: Readonly<Record<PublishingUnit, string>> = {
  draft_until_review_gate: 'captured',
  publish_after_approved_gate: 'review_ready',
  inspect_screen: 'published',
  enrol_stored_session: 'draft',
};

/** The reducer's input for one report of a unit, at the point of the story where that unit is due. */
export function reducerInput(
  unit: PublishingUnit,
  report: ReducerInput['report'],
  patch: Partial<ReducerInput> = {},
  of: PublishingCase = newsroomCase,
): ReducerInput {
  const known = unit === 'draft_until_review_gate' ? {} : { item_id: 12, drafted_at: twoPastTwo };
  const waiting = unit === 'enrol_stored_session' ? { sign_in_for: 'publish-q3' } : {};
  const record = aRecord(stateBefore[unit], { ...known, ...waiting }, of);
  const todo = aTodo(
    unit,
    unit === 'inspect_screen' ? { todo_id: 'read-back-q3', reconciles_attempt_id: otherAttemptId } : {},
  );
  const main = aTodo('publish_after_approved_gate', { state: 'reconciling' });
  return {
    todo,
    request: requestOf(unit, todo.todo_id, of),
    gate: unit === 'publish_after_approved_gate' ? aGate({ status: 'closed', closed_for: 'expired' }) : null,
    record,
    provenance: [],
    policy_version: policyVersion,
    reported_at: twoPastTwo,
    report,
    reconciles: unit === 'inspect_screen' ? { attempt_id: otherAttemptId, todo: main } : null,
    ...patch,
  };
}

/** What the reducer makes of one report. */
export function proposalFor(
  unit: PublishingUnit,
  report: ReducerInput['report'],
  patch: Partial<ReducerInput> = {},
  of: PublishingCase = newsroomCase,
): ProposedTransition {
  return reduce(reducerInput(unit, report, patch, of), of);
}

function requestOf(unit: PublishingUnit, todoId: string, of: PublishingCase): ActionRequest {
  const { effectClass, forbidden } = unitWordings[unit];
  return {
    schema_version: 'computer_use_action_request_v0',
    goal_id: 'goal-1',
    todo_id: todoId,
    provider_id: 'provider-1',
    action_unit: unit,
    effect_class: effectClass,
    write_scope: {
      allowed_actions: [...allowedActions(of, unit)],
      forbidden_effect_classes: [...forbidden],
    },
    stop_condition: 'stop',
    validation_target: 'seen',
  };
}
