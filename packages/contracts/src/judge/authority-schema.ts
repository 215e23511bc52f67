import { z } from 'zod';
import { digestSchema } from '../ids/digest-schema.ts';
import { foreignId } from '../ids/foreign-id.ts';
import { lazySchema } from '../lazy-schema.ts';
import { actionRequestSchema } from '../records/action-request.ts';
import { counterSchema } from '../records/common.ts';
import { computerSchema } from '../records/computer.ts';
import { extractionSchema } from '../records/extraction.ts';
import { gateClosedForSchema } from '../records/gate.ts';
import { screenSchema } from '../records/screen.ts';

/** A gate at its head, as the kernel holds it at the moment of judging. */
export const gateHeadSchema = lazySchema(() =>
  z.strictObject({
    gate_id: foreignId(200),
    revision: counterSchema,
    status: z.enum(['open', 'closed', 'pending']),
    subject_digest: digestSchema.nullable(),
    closed_for: gateClosedForSchema.nullable(),
    /** The attempt whose commit consumed it. */
    consumed_by: foreignId(200).nullable(),
  }),
);

/**
 * `receipt-authority`: what stands when a receipt arrives, as a snapshot that somebody outside the kernel can hand
 * over (`cux contract judge`). Every field is the kernel's own knowledge, never the sender's word.
 */
export const receiptAuthoritySchema = lazySchema(() =>
  z.strictObject({
    /** The admitted request that the receipt answers. */
    request: actionRequestSchema,
    request_digest: digestSchema,
    plan_digest: digestSchema,
    attempt: z.strictObject({
      attempt_id: foreignId(200),
      state: z.enum([
        'admitted',
        'running',
        'prepared',
        'committed',
        'reported',
        'settled',
        'abandoned',
        'void',
        'outcome_unknown',
      ]),
      dispatched: z.boolean(),
      cancelled: z.boolean(),
      lease_held: z.boolean(),
      deadline_passed: z.boolean(),
      /** The fence that the channel presents equals the head's. */
      fence_current: z.boolean(),
      /** Its gate is consumed and its permit issued. */
      committed: z.boolean(),
    }),
    /** Who is at the other end of the channel, whatever the body says. */
    channel_provider_id: foreignId(120),
    issued: z.strictObject({ idempotency_key: foreignId(200), session_reference: z.string().max(200) }),
    /** The gate that the request is bound to; null when it is bound to none. */
    gate: gateHeadSchema.nullable(),
    /** The digest of the subject that the attempt was admitted with. */
    subject_digest: digestSchema.nullable(),
    /** Names and types of the extractions, from the plan at admission. */
    extractions: z.array(extractionSchema.pick({ name: true, type: true, required: true })).max(40),
    /** Ids of the plan's draft rules; absent when they are not known, and then no name is refused for being unknown. */
    draft_rules: z.array(z.string().max(64)).max(40).optional(),
    /** How many permit rules the plan has, each of which may be spent once; absent when it is not known. */
    permit_rules: z.number().int().min(0).max(10).optional(),
  }),
);

/** `request-authority`: what stands when a request is made. */
export const requestAuthoritySchema = lazySchema(() =>
  z.strictObject({
    gate: gateHeadSchema.nullable(),
    subject_digest: digestSchema.nullable(),
    /** The registered provider; null when it is not installed or not enabled. */
    provider: z
      .strictObject({
        provider_id: foreignId(120),
        ready: z.boolean(),
        external_write: z.enum(['gated', 'unsupported']),
        /** As its profile says; absent when the profile does not. */
        screenshots: z.enum(['host_owned', 'unsupported']).optional(),
        accessibility_tree: z.enum(['optional', 'supported', 'unsupported']).optional(),
        browser_session: z.enum(['optional', 'supported', 'unsupported']).optional(),
        record_replay: z.enum(['optional', 'supported', 'unsupported']).optional(),
        private_source_read: z.enum(['gated', 'unsupported']).optional(),
      })
      .nullable(),
    /** Whether the goal's mode has it read a private source; absent when there is no goal to ask. */
    private_source: z.boolean().optional(),
  }),
);

/** `action-authority`: what stands when a structural action arrives for a Computer and a Screen. */
export const actionAuthoritySchema = lazySchema(() =>
  z.strictObject({
    /** The pair that the caller addressed, and the workspace that the caller is in. */
    addressed: z.strictObject({
      workspace_id: foreignId(200),
      computer_id: foreignId(200),
      screen_id: foreignId(200),
    }),
    /** Their heads as they stand; null where there is none of that id. */
    computer: computerSchema.nullable(),
    screen: screenSchema.nullable(),
    /** The generation that the caller's session was opened under. */
    session_generation: counterSchema,
  }),
);
