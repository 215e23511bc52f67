import {
  actionUnitSchema,
  attentionItemSchema,
  computerProfileSchema,
  digestSchema,
  evidenceClassSchema,
  extractionSchema,
  foreignId,
  gateBindingSchema,
  issuedId,
  operatingModeSchema,
  principalSchema,
  retentionKindSchema,
  runtimeProfileSchema,
  standingSubjectSchema,
  subjectSchema,
  targetLabelSchema,
  writeRuleSchema,
} from '@cux/contracts';
import { z } from 'zod';
import { notedKinds } from '../state/session.ts';
import type { CommandKind } from './command.ts';

const name = foreignId(200);
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const leaseMs = z.number().int().min(1_000).max(600_000);
const reason = z.string().max(2_000).nullable();
/** A stable word that may stand in the log. */
const because = z.string().regex(/^[a-z][a-z0-9.-]{0,63}$/);
const ruleId = z.string().regex(/^[a-z][a-z0-9._-]{0,99}$/);
const actions = z.number().int().min(0).max(100_000);
const limits = z.strictObject({
  attempts: count.optional(),
  actions: count.optional(),
  wall_ms: count.optional(),
  external_writes: count.optional(),
  interventions: count.optional(),
});
/** The largest record and annex that a judge reads, with room for a refusal of something larger. */
const bytes = z.instanceof(Uint8Array).refine((value) => value.byteLength <= 1_048_576);
const fenced = { attempt_id: name, fence: count };
/** From the process that holds the attempt. */
const held = { ...fenced, process_id: name };
const custody = { computer_id: name, generation: count, process_id: name };
const control = z.strictObject({ computer_id: name, screen_id: name, control_epoch: count });
const atRevision = { gate_id: name, revision: count };
const fact = z.union([z.string().max(400), z.number(), z.boolean()]);
const extractions = z
  .array(
    z.strictObject({
      name: extractionSchema.shape.name,
      type: extractionSchema.shape.type,
      required: z.boolean(),
    }),
  )
  .max(40);

const actionKinds = [
  'click',
  'keypress',
  'scroll',
  'type_text',
  'select_option',
  'switch_target',
  'close_target',
] as const;
/** Milliseconds: one second to thirty days. */
const questionStands = z.number().int().min(1_000).max(2_592_000_000);

function asked() {
  return { key: name, kind: z.enum(actionKinds), action_digest: digestSchema };
}

/** Who sends a command, and under which key. Both end up in the log, so both are plain names. */
export const envelopeSchema = z.strictObject({
  workspace: name,
  principal: principalSchema,
  key: foreignId(400),
});

/** The input of every command. An unknown field is a refusal: what is hashed is what is decided. */
export const inputSchemas = {
  'create-goal': z.strictObject({
    goal_id: name,
    mode: operatingModeSchema,
    owner_id: name,
    quota: limits,
  }),
  'pause-goal': z.strictObject({ goal_id: name, paused: z.boolean() }),
  'close-goal': z.strictObject({ goal_id: name }),
  'set-quota': z.strictObject({
    of: z.discriminatedUnion('scope', [
      z.strictObject({ scope: z.literal('workspace') }),
      z.strictObject({ scope: z.literal('goal'), goal_id: name }),
      z.strictObject({ scope: z.literal('todo'), todo_id: name }),
    ]),
    limits,
  }),
  'set-retention': z.strictObject({
    retention: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('standard'), days: z.number().int().min(1).max(3_650) }),
      z.strictObject({ kind: z.literal('zdr') }),
    ]),
  }),
  'create-todo': z.strictObject({
    goal_id: name,
    todo_id: name,
    capability: name,
    action_unit: actionUnitSchema,
    record_id: name.nullable(),
    quota: limits.optional(),
  }),
  'reopen-todo': z.strictObject({ todo_id: name }),
  'cancel-todo': z.strictObject({ todo_id: name }),
  'put-record': z.strictObject({
    capability: name,
    record_id: name,
    expected_version: count,
    state: z.string().min(1).max(60),
    content_digest: digestSchema,
    facts: z.record(z.string().max(64), fact).refine((facts) => Object.keys(facts).length <= 100),
    ends_approvals: z.boolean().optional(),
  }),
  'admit-attempt': z.strictObject({
    todo_id: name,
    request: bytes,
    plan_digest: digestSchema,
    extractions,
    draft_rules: z.array(writeRuleSchema.shape.id).max(40),
    permit_rules: z.number().int().min(0).max(10),
    subject: subjectSchema.nullable(),
    standing_gate_id: name.nullable(),
    stored_session: standingSubjectSchema.pick({ account: true, origin: true }).optional(),
    provider: z.strictObject({ profile: runtimeProfileSchema, ready: z.boolean() }),
    policy: z.strictObject({
      effect: z.enum(['permit', 'require_approval']),
      version: z.string().min(1).max(100),
    }),
    provenance: z.array(principalSchema).min(1).max(50),
    process_id: name,
    lease_ms: leaseMs,
    deadline_ms: leaseMs,
    retention: retentionKindSchema.optional(),
    actions: actions.optional(),
    session_id: name.optional(),
  }),
  'start-attempt': z.strictObject({ ...held, session_reference: name }),
  'renew-lease': z.strictObject({ ...held, lease_ms: leaseMs }),
  'prepare-attempt': z.strictObject({ ...held, subject_digest: digestSchema }),
  'abandon-attempt': z.strictObject({ ...held, because }),
  'take-over-attempt': z.strictObject({ ...fenced, dead_processes: z.array(name).max(1_000) }),
  'commit-attempt': z.strictObject({ ...held, gate: gateBindingSchema, subject_digest: digestSchema }),
  'report-attempt': z.strictObject({
    ...held,
    channel_provider_id: name,
    receipt: bytes,
    annex: bytes,
    actions: actions.optional(),
  }),
  'add-evidence': z.strictObject({
    ...fenced,
    evidence_class: evidenceClassSchema,
    digest: digestSchema,
    size: count,
    redacted: z.boolean(),
  }),
  // The proposal is judged by the decider, which names every finding.
  'settle-attempt': z.strictObject({ attempt_id: name, proposal: z.unknown() }),
  'void-attempt': z.strictObject({ ...held, permit_id: name, proposal: z.unknown() }),
  'settle-outcome': z.strictObject({
    attempt_id: name,
    outcome: z.enum(['happened', 'not_happened']),
    looked_at: count,
    reason,
  }),
  'decide-gate': z.strictObject({
    ...atRevision,
    decision: z.enum(['approve', 'reject']),
    reason,
    shown_by: name.optional(),
  }),
  'decide-gates': z.strictObject({
    gates: z
      .array(z.strictObject(atRevision))
      .min(2)
      .max(50)
      .refine((gates) => new Set(gates.map((gate) => gate.gate_id)).size === gates.length),
    decision: z.enum(['approve', 'reject']),
    reason,
    shown_by: name.optional(),
  }),
  'revoke-gate': z.strictObject({ ...atRevision, reason }),
  'expire-gate': z.strictObject(atRevision),
  'drop-gate': z.strictObject({
    ...atRevision,
    process_id: name,
    dead_processes: z.array(name).max(1_000),
  }),
  'raise-standing-gate': z.strictObject({
    todo_id: name,
    subject: standingSubjectSchema,
    attention: attentionItemSchema,
    provenance: z.array(principalSchema).max(50),
    expires_in_ms: questionStands,
  }),
  'open-session': z.strictObject({ computer_id: name, agent: principalSchema }),
  'close-session': z.strictObject({ session_id: name }),
  'note-session': z.strictObject({
    session_id: name,
    kind: z.enum(notedKinds),
    attempt_id: name.nullable(),
    gate_id: name.nullable(),
    rule: ruleId.nullable(),
  }),
  'begin-action': z.strictObject({ ...held, ...asked(), observation_generation: count.nullable() }),
  'settle-action': z.strictObject({
    session_id: name,
    key: name,
    attempt_id: name,
    process_id: name,
    outcome: z.enum(['performed', 'stopped', 'outcome_unknown']),
    rule: ruleId.nullable(),
  }),
  'raise-approval': z.strictObject({
    ...held,
    ...asked(),
    subject: subjectSchema,
    attention: attentionItemSchema,
    expires_in_ms: questionStands,
  }),
  'join-approval': z.strictObject({ ...asked(), session_id: name, gate_id: name }),
  'supersede-approval': z.strictObject(atRevision),
  'put-profile': z.strictObject({
    profile_id: name.nullable(),
    expected_latest: count,
    terms: computerProfileSchema.pick({
      host_kind: true,
      needs: true,
      screen: true,
      recovery_grade: true,
      sharing_scope: true,
    }),
    activate: z.boolean(),
  }),
  'activate-profile': z.strictObject({ profile_id: name, revision: count.min(1).nullable() }),
  'create-computer': z.strictObject({ profile_id: name }),
  'wake-computer': z.strictObject({
    computer_id: name,
    resource_version: count,
    process_id: name,
    provider: z.strictObject({ profile: runtimeProfileSchema, ready: z.boolean() }),
    retention: retentionKindSchema.optional(),
  }),
  'attach-screen': z.strictObject({
    ...custody,
    geometry: computerProfileSchema.shape.screen,
    active_target: targetLabelSchema.nullable(),
  }),
  'release-computer': z.strictObject({ ...custody, dead_processes: z.array(name).max(1_000) }),
  'archive-computer': z.strictObject({ computer_id: name, resource_version: count }),
  'settle-observation': z.strictObject({
    ...custody,
    screen_id: name,
    session_id: name,
    control_epoch: count,
    active_target: targetLabelSchema.nullable(),
  }),
  'begin-takeover': control,
  'finish-draining': control,
  'hand-back': control,
  'retire-workspace': z.strictObject({
    move_id: issuedId('move'),
    store_id: issuedId('store'),
    place: z.string().min(1).max(4_096),
  }),
  'arrive-workspace': z.strictObject({ move_id: issuedId('move') }),
  'take-back-workspace': z.strictObject({ move_id: issuedId('move') }),
} as const satisfies Readonly<Record<CommandKind, z.ZodType>>;
