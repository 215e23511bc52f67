import {
  foreignId,
  holdsPlaceholder,
  knownModalSchema,
  originSchema,
  planSchema,
  targetSchema,
  writeRuleSchema,
} from '@cux/contracts';
import { z } from 'zod';

/** Stands in the path of a permit rule for the item that the agent has before it. */
export const itemPlace = '{item}';

/** One placeholder: what stands there in the page's address is the item. */
const itemAddress = z
  .string()
  .max(500)
  .refine((template) => template.match(/\{(?:integer|segment)\}/g)?.length === 1, {
    error: 'It must hold {integer} or {segment} once, where the item stands.',
  });

/** What an approval lets leave goes to one address, which may wait for its item. */
const permitRule = writeRuleSchema.refine(({ path }) => !holdsPlaceholder(path), {
  path: ['path'],
  error: 'A permit rule names one address: write {item} in the place of {integer} or {segment}.',
});

const path = z.string().regex(/^\/[^\s]{0,999}$/);

/**
 * One site, as tasks are carried out there: where an agent begins, what it may save on its way, and the one action that
 * is known to reach outside, with what it may send. Any other write is blocked, and may be asked about when it was.
 */
export const taskSiteSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
    origin: originSchema,
    account: foreignId(200),
    start_path: path,
    final_action: targetSchema.nullable(),
    /** What the final action may send, each once. Empty where it is null. `{item}` in a path: see `item_address`. */
    permit_rules: z.array(permitRule).max(10),
    /**
     * The address of a page that is about one item, for example `/articles/{integer}/edit`. What stands there when an approval
     * is asked for takes the place of `{item}`, so that a person approves one address and the approval holds for no other.
     */
    item_address: itemAddress.optional(),
    /** Writes of class `draft`, which may leave at any time of an attempt. */
    draft_rules: z.array(writeRuleSchema).max(40),
    known_modals: z.array(knownModalSchema).max(20),
    sign_in_walls: planSchema.shape.sign_in_walls,
  })
  .refine(
    ({ permit_rules, item_address }) =>
      item_address !== undefined || !permit_rules.some(({ path }) => path.includes(itemPlace)),
    { path: ['item_address'], error: 'A permit rule waits for an item; say on which address its page is.' },
  );

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
