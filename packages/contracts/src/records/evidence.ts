import { z } from 'zod';
import { digestSchema } from '../ids/digest-schema.ts';
import { foreignId } from '../ids/foreign-id.ts';
import { issuedId } from '../ids/issued-id.ts';
import { lazySchema } from '../lazy-schema.ts';
import { evidenceClassSchema } from './evidence-class.ts';

/**
 * `cux_evidence_v1`: class, digest and safety flags of something kept in the vault (`spec/computer-use-runtime-v0`,
 * Operating Modes: store handle class and safety flags only). The bytes stand in no record.
 */
export const evidenceSchema = lazySchema(() =>
  z.strictObject({
    schema_version: z.literal('cux_evidence_v1'),
    workspace_id: foreignId(200),
    attempt_id: issuedId('attempt'),
    evidence_class: evidenceClassSchema,
    digest: digestSchema,
    /** Bytes, at most 64 MiB. */
    size: z.number().int().min(0).max(67_108_864),
    /** Field values and secrets were masked, or cannot be in it. */
    redacted: z.boolean(),
  }),
);

export type EvidenceRecord = z.infer<typeof evidenceSchema>;
