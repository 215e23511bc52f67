import {
  foreignId,
  knownModalSchema,
  originSchema,
  planSchema,
  targetSchema,
  writeRuleSchema,
} from '@cux/contracts';
import { z } from 'zod';

const path = z.string().regex(/^\/[^\s]{0,999}$/);

/**
 * One site, as tasks are carried out there: where an agent begins, what it may save on its way, and the one action that
 * is known to reach outside, with what it may send. Any other write is blocked, and may be asked about when it was.
 */
export const taskSiteSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  origin: originSchema,
  account: foreignId(200),
  start_path: path,
  final_action: targetSchema.nullable(),
  /** What the final action may send, each once. Empty where it is null. */
  permit_rules: z.array(writeRuleSchema).max(10),
  /** Writes of class `draft`, which may leave at any time of an attempt. */
  draft_rules: z.array(writeRuleSchema).max(40),
  known_modals: z.array(knownModalSchema).max(20),
  sign_in_walls: planSchema.shape.sign_in_walls,
});

export type TaskSite = z.infer<typeof taskSiteSchema>;

export const siteTaskRulesSchema = z.strictObject({
  schema_version: z.literal('cux_site_task_rules_v1'),
  sites: z.array(taskSiteSchema).min(1).max(100),
  viewport: z.strictObject({
    width: z.number().int().min(320).max(3_840),
    height: z.number().int().min(240).max(2_160),
  }),
  /** How long one attempt may take, in milliseconds. */
  deadline_ms: z.number().int().min(1_000).max(600_000),
});

export type SiteTaskRules = z.infer<typeof siteTaskRulesSchema>;
