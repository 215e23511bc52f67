import { actionUnitSchema, effectClassSchema, operatingModeSchema, originSchema } from '@cux/contracts';
import { z } from 'zod';

/**
 * One rule. Every condition that is given must hold; one that is left out holds always. Rules never name page
 * text: what a page says carries no authority.
 */
export const policyRuleSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  effect: z.enum(['permit', 'forbid', 'require_approval']),
  when: z.strictObject({
    effect_classes: z.array(effectClassSchema).min(1).optional(),
    action_units: z.array(actionUnitSchema).min(1).optional(),
    modes: z.array(operatingModeSchema).min(1).optional(),
    /** Holds when every origin of the action is in the list. */
    origins: z.array(originSchema).min(1).optional(),
  }),
  reason: z.string().min(1).max(200),
});

export type PolicyRule = z.infer<typeof policyRuleSchema>;

/** An action policy. `version` is part of every approval's subject: another version needs another decision. */
export const actionPolicySchema = z.strictObject({
  version: z.string().min(1).max(100),
  rules: z.array(policyRuleSchema).max(500),
});

export type ActionPolicy = z.infer<typeof actionPolicySchema>;
