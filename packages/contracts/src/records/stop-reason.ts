import { z } from 'zod';
import { lazySchema } from '../lazy-schema.ts';

/** The closed enum of `spec/computer-use-runtime-v0`, Receipt Shape. */
export const stopReasonSchema = lazySchema(() =>
  z.enum(['completed', 'stopped_at_gate', 'blocked_by_unknown_modal', 'failed']),
);

export type StopReason = z.infer<typeof stopReasonSchema>;
