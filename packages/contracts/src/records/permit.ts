import { z } from 'zod';
import { digestSchema } from '../ids/digest-schema.ts';
import { issuedId } from '../ids/issued-id.ts';
import { lazySchema } from '../lazy-schema.ts';

/**
 * What `commit` hands out: the right to send the plan's permit rules, each once, spent by its
 * first match. It ends with the step and dies with the process.
 */
export const permitSchema = lazySchema(() =>
  z.strictObject({
    permit_id: issuedId('permit'),
    attempt_id: issuedId('attempt'),
    gate_id: issuedId('gate'),
    subject_digest: digestSchema,
    permit_rules_digest: digestSchema,
    /**
     * Milliseconds from the moment the commit was **asked for** until the lease ends; measured on a clock that never
     * steps. After it nothing of the permit may leave: the attempt may by then be in other hands.
     */
    valid_for_ms: z.number().int().min(1).max(600_000),
  }),
);

export type Permit = z.infer<typeof permitSchema>;
