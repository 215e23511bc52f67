import { z } from 'zod';
import { digestSchema } from '../ids/digest-schema.ts';
import { foreignId } from '../ids/foreign-id.ts';
import { issuedId } from '../ids/issued-id.ts';
import { lazySchema } from '../lazy-schema.ts';
import { blockerCodeSchema } from './blocker-code.ts';
import { evidenceClassSchema } from './evidence-class.ts';

/**
 * What a blocked write would have been: method, origin, path and the **shape** of its body, never its values.
 * It may seed an approval.
 */
export const writeFingerprintSchema = lazySchema(() =>
  z.strictObject({
    method: z.string().regex(/^[A-Z]{1,20}$/),
    origin: z.string().max(300),
    /** The path without its query; segments that look like secrets are replaced. */
    path: z.string().max(500),
    body_kind: z.enum(['empty', 'json', 'form', 'multipart', 'text', 'binary', 'unknown', 'websocket']),
    /** Field names and types, for example `["/status:string","/title:string"]`; at most 40. */
    shape: z.array(z.string().max(200)).max(40),
    /** Why it was blocked: the guard's rule id. */
    rule: z.string().regex(/^[a-z]+(\.[a-z0-9-]+)+$/),
    count: z.number().int().min(1),
  }),
);

export type WriteFingerprint = z.infer<typeof writeFingerprintSchema>;

/** A fact that the plan named and typed beforehand. */
export const extractedValueSchema = lazySchema(() =>
  z.union([z.string().max(400), z.number().int(), z.boolean()]),
);

export type ExtractedValue = z.infer<typeof extractedValueSchema>;

/**
 * What a v0 receipt has no field for. It stands beside the receipt and is judged with it.
 * Page text appears only as `blocker.label`, bounded and screened.
 */
export const annexSchema = lazySchema(() =>
  z.strictObject({
    schema_version: z.literal('cux_receipt_annex_v1'),
    attempt_id: issuedId('attempt'),
    idempotency_key: foreignId(200),
    request_digest: digestSchema,
    plan_digest: digestSchema,
    blocker: z
      .strictObject({
        code: blockerCodeSchema,
        /** The step at which it stopped, counted from 0; `null` outside the steps. */
        step: z.number().int().min(0).max(1_000).nullable(),
        /** What the page called it: untrusted, screened, at most 200 characters. */
        label: z.string().max(200).nullable(),
        dialog_kind: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']).optional(),
      })
      .nullable(),
    write_blocked: z.boolean(),
    blocked_writes: z.array(writeFingerprintSchema).max(50),
    /** Draft writes that a rule let pass, by rule id. */
    allowed_writes: z
      .array(
        z.strictObject({ rule: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/), count: z.number().int().min(1) }),
      )
      .max(40),
    draft: z
      .strictObject({
        fields_expected: z.number().int().min(0).max(200),
        fields_held: z.number().int().min(0).max(200),
      })
      .nullable(),
    press: z.enum(['not_attempted', 'pressed', 'outcome_unknown']),
    permit_spent: z.number().int().min(0).max(10),
    unexpected_target_opened: z.boolean(),
    observation_truncated: z.boolean(),
    extractions: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,63}$/), extractedValueSchema),
    evidence: z
      .array(
        z.strictObject({
          evidence_class: evidenceClassSchema,
          digest: digestSchema,
          /** Bytes, at most 64 MiB. */
          size: z.number().int().min(0).max(67_108_864),
          redacted: z.boolean(),
        }),
      )
      .max(20),
    /** The provider's own clock, milliseconds since the epoch: informational, never used for order. */
    started_at: z.number().int().min(0),
    ended_at: z.number().int().min(0),
  }),
);

export type Annex = z.infer<typeof annexSchema>;
