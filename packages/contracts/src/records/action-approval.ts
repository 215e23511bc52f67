import { z } from 'zod';
import { foreignId } from '../ids/foreign-id.ts';
import { issuedId } from '../ids/issued-id.ts';
import { lazySchema } from '../lazy-schema.ts';
import { counterSchema } from './common.ts';
import { decisionFields, decisionSchema } from './gate.ts';
import { actionIntentSchema } from './structural-action.ts';

/**
 * `cux_action_approval_v1`: the durable decision on one exact structural action (`spec/computers-and-screens`, Actions
 * are fenced to current observation authority). It is a gate whose subject is that action; `subject_digest` is the
 * action's digest together with what it was bound to.
 */
export const actionApprovalSchema = lazySchema(() =>
  z.strictObject({
    schema_version: z.literal('cux_action_approval_v1'),
    ...decisionFields(),
    decision: decisionSchema,
    session_id: issuedId('session'),
    computer_id: issuedId('computer'),
    screen_id: issuedId('screen'),
    /** The Computer's generation that it is bound to. */
    generation: counterSchema,
    intent: actionIntentSchema,
    /** The key under which an identical retry rejoins this decision. */
    idempotency_key: foreignId(200),
  }),
);

export type ActionApproval = z.infer<typeof actionApprovalSchema>;
