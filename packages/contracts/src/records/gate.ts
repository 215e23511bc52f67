import { z } from 'zod';
import { digestSchema } from '../ids/digest-schema.ts';
import { foreignId } from '../ids/foreign-id.ts';
import { issuedId } from '../ids/issued-id.ts';
import { lazySchema } from '../lazy-schema.ts';
import { attentionItemSchema } from './attention-item.ts';
import { counterSchema, instantSchema } from './common.ts';
import { principalSchema } from './principal.ts';
import { standingSubjectSchema, subjectSchema } from './subject.ts';

/**
 * Why a gate is over. `closed` is terminal: to go on, ask again. `content_gone`: what a person had to see lived in the memory
 * of a process that is gone (retention `zdr`).
 */
export const gateClosedForSchema = lazySchema(() =>
  z.enum(['consumed', 'rejected', 'revoked', 'expired', 'superseded', 'content_gone']),
);

export type GateClosedFor = z.infer<typeof gateClosedForSchema>;

/** The fields of every decision, whatever it is about. */
export function decisionFields() {
  return {
    gate_id: issuedId('gate'),
    workspace_id: foreignId(200),
    /** One more with every change. Current means equal to the head: a lower or a higher one is a refusal. */
    revision: counterSchema.min(1),
    subject_digest: digestSchema,
    attention: attentionItemSchema,
    /** Checked at commit against the highest time ever stored. */
    expires_at: instantSchema,
    /** A human outside the provenance; null while undecided. */
    decided_by: principalSchema.nullable(),
    decided_at: instantSchema.nullable(),
    /** The person's own words, at most 400 characters. */
    reason: z.string().max(400).nullable(),
    /** The attempt whose commit consumed it. */
    consumed_by: issuedId('attempt').nullable(),
  };
}

/** `pending` = undecided, `open` = approved, `closed` = over, for a reason. */
export const decisionSchema = lazySchema(() =>
  z.discriminatedUnion('status', [
    z.strictObject({ status: z.literal('pending'), closed_for: z.null() }),
    z.strictObject({ status: z.literal('open'), closed_for: z.null() }),
    z.strictObject({ status: z.literal('closed'), closed_for: gateClosedForSchema }),
  ]),
);

/**
 * `cux_gate_v1`: a person's decision on one subject at one revision (`spec/computer-use-runtime-v0`, Human Attention
 * Contract). A standing gate is an approval to read with, or to enrol, a stored session; there is none for a write.
 */
export const gateSchema = lazySchema(() =>
  z.strictObject({
    schema_version: z.literal('cux_gate_v1'),
    ...decisionFields(),
    decision: decisionSchema,
    goal_id: foreignId(200),
    /** The todo that its approval makes runnable. */
    todo_id: foreignId(200),
    about: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('item'), subject: subjectSchema }),
      z.strictObject({ kind: z.literal('standing'), subject: standingSubjectSchema }),
    ]),
  }),
);

export type GateRecord = z.infer<typeof gateSchema>;
