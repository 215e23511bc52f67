import { z } from 'zod';
import { foreignId } from '../ids/foreign-id.ts';
import { issuedId } from '../ids/issued-id.ts';
import { lazySchema } from '../lazy-schema.ts';
import { counterSchema, instantSchema } from './common.ts';

/**
 * `cux_usage_v1`: one line of the authoritative usage ledger (`spec/computers-and-screens`, Computer is capability,
 * not provider placement). Paid activity is attributed here and never by tracing.
 */
export const usageSchema = lazySchema(() =>
  z.strictObject({
    schema_version: z.literal('cux_usage_v1'),
    usage_id: issuedId('usage'),
    workspace_id: foreignId(200),
    computer_id: issuedId('computer'),
    /** The Computer's generation during the activity. */
    generation: counterSchema,
    /** Null for activity that no session or attempt asked for, for example waking. */
    session_id: issuedId('session').nullable(),
    attempt_id: issuedId('attempt').nullable(),
    /** What is counted; the unit is in the name. */
    measure: z.enum(['awake_milliseconds', 'actions', 'observations', 'evidence_bytes']),
    quantity: counterSchema,
    /** The stretch of time that it covers, by the kernel's clock: from inclusive, until exclusive. */
    from: instantSchema,
    until: instantSchema,
  }),
);

export type Usage = z.infer<typeof usageSchema>;
