import {
  actionUnitSchema,
  effectClassSchema,
  operatingModeSchema,
  originSchema,
  targetRoleSchema,
} from '@cux/contracts';
import { z } from 'zod';
import { actionKinds, budgetMeasures, kindsWithoutTarget } from './action.ts';
import { policyEffects } from './decision.ts';
import { namePatternSchema } from './name-pattern.ts';
import { timeWindowSchema } from './time-window.ts';
import { isWellFormed } from './well-formed.ts';

/** A list of words or origins, each once. */
function listOf<Item extends z.ZodType<string>>(item: Item) {
  return z
    .array(item)
    .min(1)
    .max(100)
    .superRefine((list, context) => {
      const again = list.findIndex((entry, index) => list.indexOf(entry) !== index);
      if (again >= 0)
        context.addIssue({ code: 'custom', path: [again], message: 'It is there twice; keep one' });
    });
}

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Holds when more than `above`, and at most `at_most`, has been used. */
const usedSchema = z
  .strictObject({ above: count.optional(), at_most: count.optional() })
  .superRefine(({ above, at_most }, context) => {
    if (above === undefined && at_most === undefined)
      context.addIssue({ code: 'custom', message: 'A budget without a bound says nothing; leave it out' });
    if (above !== undefined && at_most !== undefined && above >= at_most)
      context.addIssue({ code: 'custom', path: ['at_most'], message: 'No amount is above and at most that' });
  });

const budgetSchema = z.partialRecord(z.enum(budgetMeasures), usedSchema).refine((budget) => {
  return Object.values(budget).some((bounds) => bounds !== undefined);
}, 'A budget without a measure says nothing; leave it out');

/** The element that would be pressed or filled. An action that has none is not meant. */
const targetConditionSchema = z
  .strictObject({ roles: listOf(targetRoleSchema).optional(), name: namePatternSchema.optional() })
  .refine(
    ({ roles, name }) => roles !== undefined || name !== undefined,
    'A target without role or name says nothing; leave it out',
  );

/**
 * The conditions of a rule. Every one that is given must hold; one that is left out holds always.
 *
 * Where an action has several origins, a permit covers it only when it names all of them, and a forbid or a
 * require-approval strikes when it names one. Likewise a permit reads the element's name as it stands, code point by
 * code point, and the others also as a person would read it, without regard to case, width and invisible characters.
 */
export const policyConditionsSchema = z
  .strictObject({
    effect_classes: listOf(effectClassSchema).optional(),
    action_units: listOf(actionUnitSchema).optional(),
    kinds: listOf(z.enum(actionKinds)).optional(),
    modes: listOf(operatingModeSchema).optional(),
    origins: listOf(originSchema).optional(),
    target: targetConditionSchema.optional(),
    time: timeWindowSchema.optional(),
    /** By what the goal has used, as the quota ledger says. */
    budget: budgetSchema.optional(),
  })
  .superRefine(({ kinds, target }, context) => {
    if (target !== undefined && kinds?.every((kind) => kindsWithoutTarget.includes(kind)))
      context.addIssue({ code: 'custom', path: ['target'], message: 'None of these kinds has an element' });
  });

export type PolicyConditions = z.infer<typeof policyConditionsSchema>;

/** One rule. Rules never name page text beyond the name of an element: what a page says carries no authority. */
export const policyRuleSchema = z.strictObject({
  /** Stable: decisions give it as the reason. */
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,63}$/, 'An id is 1 to 64 of a-z, 0-9 and -, and begins with a letter'),
  effect: z.enum(policyEffects),
  when: policyConditionsSchema,
  reason: z
    .string()
    .min(1)
    .max(200)
    .refine((text) => isWellFormed(text), 'Half of a character is in this text; write it anew'),
});

export type PolicyRule = z.infer<typeof policyRuleSchema>;

/**
 * `cux_action_policy_v1`: the action policy of a team, as a document. The order of its rules means nothing.
 * `label` is for people; decisions carry the digest of the whole.
 */
export const actionPolicySchema = z.strictObject({
  schema_version: z.literal('cux_action_policy_v1'),
  label: z.string().min(1).max(100),
  rules: z
    .array(policyRuleSchema)
    .max(500)
    .superRefine((rules, context) => {
      const seen = new Set<string>();
      for (const [index, { id }] of rules.entries()) {
        if (seen.has(id))
          context.addIssue({ code: 'custom', path: [index, 'id'], message: 'Another rule has this id' });
        seen.add(id);
      }
    }),
});

export type ActionPolicy = z.infer<typeof actionPolicySchema>;
