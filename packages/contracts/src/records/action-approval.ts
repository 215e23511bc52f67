import { z } from 'zod';
import { lazySchema } from '../lazy-schema.ts';
import { actionBindingSchema } from './action-binding.ts';
import { decisionFields, decisionSchema } from './gate.ts';

/**
 * `cux_action_approval_v1`: the durable decision on one exact structural action (`spec/computers-and-screens`, Actions
 * are fenced to current observation authority). It is a gate whose subject is that action: what would be done to which
 * element of which Screen, what would leave, and, in `attention`, what stays forbidden and what was seen.
 */
export const actionApprovalSchema = lazySchema(() =>
  z.strictObject({
    schema_version: z.literal('cux_action_approval_v1'),
    ...decisionFields(),
    decision: decisionSchema,
    action: actionBindingSchema,
    /** The rules that it was asked under; under others it has to be asked anew. */
    policy_version: z.string().min(1).max(100),
  }),
);

export type ActionApproval = z.infer<typeof actionApprovalSchema>;
