import { foreignId, operatingModeSchema, originSchema } from '@cux/contracts';
import { z } from 'zod';

/** One place where this goal may publish. */
export const publishingSiteSchema = z.strictObject({
  /** Named by the content's field `site`. */
  id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  /** What a reviewer reads in the question; the host of the origin when left out. */
  name: z.string().min(1).max(80).optional(),
  origin: originSchema,
  /** The account that acts there, by the site's own name for it. Never a password. */
  account: foreignId(200),
  /** The name of the site recipe. */
  recipe: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  /**
   * Who does what an approval is for: a `provider` (the default), or a `person` by hand, on the site itself. The question, its
   * subject and who may answer it are the same; after a person's answer the site's own store says whether it is out.
   */
  published_by: z.enum(['provider', 'person']).optional(),
});

export type PublishingSite = z.infer<typeof publishingSiteSchema>;

/**
 * The goal-facing policy of publishing: where, as whom, and how long an approval lasts. Strict: an unknown key
 * is a mistake, because a rule that is not understood would be a rule that is not kept.
 */
export const publishingRulesSchema = z.strictObject({
  schema_version: z.literal('cux_publishing_rules_v1'),
  /** Part of every gate's subject: a new version asks again. */
  policy_version: z
    .string()
    .max(40)
    .regex(/^[\x21-\x7e]+$/),
  /** The principal that acts, named in standing gates. */
  agent: foreignId(200),
  /** The operating mode of the goals that publish by these rules; `drafting` where it is left out. */
  mode: operatingModeSchema.optional(),
  /** How long a question to a person stands, in milliseconds (one minute … 30 days). */
  gate_expires_ms: z.number().int().min(60_000).max(2_592_000_000),
  /** How long an enrolled session may be used, in milliseconds (one minute … 365 days). */
  standing_window_ms: z.number().int().min(60_000).max(31_536_000_000),
  /** How often in a row an attempt may fail for reasons of the site or engine before a person is asked (0 … 20). */
  retry_budget: z.number().int().min(0).max(20),
  sites: z.array(publishingSiteSchema).min(1).max(50),
});

export type PublishingRules = z.infer<typeof publishingRulesSchema>;

/** Whether a person presses what is approved, and cux only drafts before and reads back after. */
export function isPublishedByHand({ published_by }: PublishingSite): boolean {
  return published_by === 'person';
}

/** What a person reads instead of the origin. */
export function siteName(site: PublishingSite): string {
  return site.name ?? new URL(site.origin).host;
}

/** The site that the content names, or the only one that there is; null when it is not clear. */
export function siteFor(rules: PublishingRules, siteId: string | undefined): PublishingSite | null {
  if (siteId !== undefined) return rules.sites.find((site) => site.id === siteId) ?? null;
  return rules.sites.length === 1 ? (rules.sites[0] ?? null) : null;
}
