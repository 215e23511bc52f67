import { actionApprovalSchema } from './action-approval.ts';
import { actionRequestSchema } from './action-request.ts';
import { annexSchema } from './annex.ts';
import { attentionItemSchema } from './attention-item.ts';
import { computerSchema } from './computer.ts';
import { computerProfileSchema } from './computer-profile.ts';
import { evidenceSchema } from './evidence.ts';
import { gateSchema } from './gate.ts';
import { observationSchema } from './observation.ts';
import { planSchema } from './plan.ts';
import { problemSchema } from './problem.ts';
import { proposedTransitionSchema } from './proposed-transition.ts';
import { receiptSchema } from './receipt.ts';
import { runtimeProfileSchema } from './runtime-profile.ts';
import { screenSchema } from './screen.ts';
import { structuralActionSchema } from './structural-action.ts';
import { todoSchema } from './todo.ts';
import { usageSchema } from './usage.ts';

/**
 * Every record whose schema is published, by the name of its schema. `computer_use_session_v0`,
 * `computer_use_replay_handle_v0` and `computer_use_handoff_gate_v0` are deferred by `spec/computer-use-runtime-v0`
 * (Related Contracts) until a second real capability needs the same shape.
 */
export const publishedRecords = {
  computer_use_runtime_profile_v0: runtimeProfileSchema,
  computer_use_action_request_v0: actionRequestSchema,
  computer_use_receipt_v0: receiptSchema,
  cux_receipt_annex_v1: annexSchema,
  cux_plan_v1: planSchema,
  cux_proposed_transition_v1: proposedTransitionSchema,
  cux_attention_item_v1: attentionItemSchema,
  cux_computer_v1: computerSchema,
  cux_computer_profile_v1: computerProfileSchema,
  cux_screen_v1: screenSchema,
  cux_observation_v1: observationSchema,
  cux_structural_action_v1: structuralActionSchema,
  cux_action_approval_v1: actionApprovalSchema,
  cux_usage_v1: usageSchema,
  cux_todo_v1: todoSchema,
  cux_gate_v1: gateSchema,
  cux_evidence_v1: evidenceSchema,
  cux_problem_v1: problemSchema,
} as const;

export type PublishedRecord = keyof typeof publishedRecords;
