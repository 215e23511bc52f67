import {
  extractionSchema,
  knownModalSchema,
  planStepSchema,
  targetSchema,
  writeRuleSchema,
} from '@cux/contracts';
import { z } from 'zod';

/**
 * A site recipe: how one application is used to draft and publish, as data. The provider never sees it; it is
 * rendered to a plan. Strings may hold placeholders:
 *
 * - `{origin}`, `{account}`: of the site in the publishing rules;
 * - `{item}`: the site's own id of the item, once known; `{item.number}`, as a whole string, is that id as a number;
 * - `{item_or_integer}`: the id where it is known, else the template `{integer}`; for drafts;
 * - `{content.NAME}`: a field of the content, taken literally. Only in values and names, never in addresses;
 * - `{integer}`, `{segment}`: the plan's own templates, left as they are;
 * - `{NAME}` in a JSON extraction's `url`: an earlier extraction.
 */
const path = z
  .string()
  .min(1)
  .max(1_000)
  .regex(/^\/[^/]|^\/$/);

// A recipe opens a path of its site, where a plan opens a whole address; every other step is the plan's own.
const [, ...otherSteps] = planStepSchema.options;

const stepSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('open'), path }),
  ...otherSteps,
]);

/** A write rule without its origin, which is always the site's. */
const ruleSchema = writeRuleSchema.omit({ origin: true });

const extractionName = extractionSchema.shape.name;
const sentence = z.string().min(1).max(200);
const contentFieldName = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);

/** A digest extraction that has to equal a field of the content: what the site's own store really holds. */
const storeCheckSchema = z.strictObject({ extraction: extractionName, field: z.string().min(1).max(40) });

const phase = {
  /** What it does, in the words of the request's `allowed_actions`. */
  allowed_actions: z.array(sentence).min(1).max(20),
  steps: z.array(stepSchema).max(200),
  extractions: z.array(extractionSchema).max(40),
  /** How long a value must stand before it counts as held, in milliseconds. */
  settle_ms: z.number().int().min(0).max(10_000),
  deadline_ms: z.number().int().min(1_000).max(600_000),
};

const draftSchema = z.strictObject({
  ...phase,
  /** Where a new item begins, and where a known one is opened again. */
  new_path: path,
  existing_path: path,
  /** Resolved, and not pressed. */
  final_action: targetSchema,
  write_rules: z.array(ruleSchema).max(40),
  /**
   * The extraction that names the site's own id of the item; or the content field that does, where the person who writes
   * it chooses the name (a page of a wiki). Such a field must be fit for an address.
   */
  item: z.union([extractionName, z.strictObject({ content_field: contentFieldName })]),
  /** The status that the store must show for a draft that is not out. */
  status: z.strictObject({ extraction: extractionName, drafted: z.array(z.string().min(1).max(100)).min(1) }),
  stored: z.array(storeCheckSchema).max(40),
});

const publishSchema = z.strictObject({
  ...phase,
  /** How the question to a person begins, for example `Publish`: exactly what the final action does. */
  decision: z
    .string()
    .max(40)
    .regex(/^[A-Z][a-z]+( [a-z]+)*$/),
  start_path: path,
  final_action: targetSchema,
  /** Draft writes that may leave meanwhile, for example a site's own bookkeeping. */
  write_rules: z.array(ruleSchema).max(40),
  /** What the approval lets leave, each once. */
  permit_rules: z.array(ruleSchema).min(1).max(10),
});

const readBackSchema = z.strictObject({
  ...phase,
  start_path: path,
  /** How the site's own store says what the item is. What is in neither list is reported as it is. */
  status: z.strictObject({
    extraction: extractionName,
    published: z.array(z.string().min(1).max(100)).min(1),
    not_published: z.array(z.string().min(1).max(100)).min(1),
  }),
  stored: z.array(storeCheckSchema).max(40),
});

const signInSchema = z.strictObject({
  start_path: path,
  /** Addresses that mean: a person has to sign in. */
  wall_paths: z.array(z.string().min(1).max(500)).max(10),
  /** What the person's own input may send while signing in. */
  human_rules: z.array(ruleSchema).max(10),
  /**
   * The fields and the button of the sign-in form, for a person at a terminal without a display: what they type is put into
   * the page, and kept nowhere. Left out where one page does not hold all three.
   */
  form: z.strictObject({ account: targetSchema, secret: targetSchema, submit: targetSchema }).optional(),
  /** Where it shows, and how it is seen, that this very account is signed in. */
  signed_in: z.strictObject({ path, steps: z.array(stepSchema).min(1).max(20) }),
});

const contentFieldSchema = z.strictObject({
  /** What the site calls it. */
  label: z.string().min(1).max(80),
  /** The site reads the text as HTML: a bare `&` would not be kept as it is. */
  html: z.boolean(),
  /** No line breaks: the site's field would drop them. */
  single_line: z.boolean(),
  /** Characters (UTF-16 code units), at most 65 536. */
  maximum: z.number().int().min(1).max(65_536),
  /** The only values that the site offers. */
  one_of: z.array(z.string().min(1).max(400)).min(1).max(100).optional(),
});

export const siteRecipeSchema = z.strictObject({
  schema_version: z.literal('cux_site_recipe_v1'),
  name: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  /** Part of every gate's subject: a new version asks again. */
  version: z.string().regex(/^\d{1,6}(\.\d{1,6}){0,2}$/),
  describes: z.string().min(1).max(400),
  /** The fields that the content must have, all of them and no other. */
  content_fields: z.record(contentFieldName, contentFieldSchema),
  /** The field that names the item in questions. */
  title_field: z.string().min(1).max(40),
  /** Null for a site that asks nobody to sign in. */
  sign_in: signInSchema.nullable(),
  draft: draftSchema,
  publish: publishSchema,
  read_back: readBackSchema,
  known_modals: z.array(knownModalSchema).max(20),
  /** Where a person finds the item, for the take-over text. */
  person_path: path,
  viewport: z.strictObject({
    width: z.number().int().min(320).max(3_840),
    height: z.number().int().min(240).max(2_160),
  }),
});

export type SiteRecipe = z.infer<typeof siteRecipeSchema>;
export type RecipeStep = z.infer<typeof stepSchema>;
export type RecipeRule = z.infer<typeof ruleSchema>;
export type StoreCheck = z.infer<typeof storeCheckSchema>;
