import { z } from 'zod';
import { foreignId } from '../ids/foreign-id.ts';
import { lazySchema } from '../lazy-schema.ts';
import { handleKindSchema } from './evidence-class.ts';
import { observedFactsSchema } from './observed-facts.ts';
import { stopReasonSchema } from './stop-reason.ts';

/**
 * `computer_use_receipt_v0`: what a provider attempted and saw (`spec/computer-use-runtime-v0`, Receipt
 * Shape). It never holds a decision; what v0 has no field for stands in the annex beside it.
 */
export const receiptSchema = lazySchema(() =>
  z.strictObject({
    schema_version: z.literal('computer_use_receipt_v0'),
    goal_id: foreignId(200),
    todo_id: foreignId(200),
    provider_id: foreignId(120),
    attempted_action_unit: foreignId(200),
    stop_reason: stopReasonSchema,
    observed_facts: observedFactsSchema,
    evidence: z.strictObject({
      handle_kind: handleKindSchema,
      raw_evidence_copied: z.literal(false),
      private_source_redacted: z.boolean(),
    }),
    /** Issued at admission; compared for equality. */
    idempotency_key: foreignId(200),
    /** The provider's opaque handle, registered when the session was opened; compared for equality. */
    session_reference: foreignId(200),
  }),
);

export type Receipt = z.infer<typeof receiptSchema>;
