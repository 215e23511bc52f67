import { z } from 'zod';
import { type Digest, digestOf } from '../ids/digest.ts';
import { digestSchema } from '../ids/digest-schema.ts';
import { lazySchema } from '../lazy-schema.ts';
import { actionUnitSchema } from './action-unit.ts';
import { evidenceClassSchema } from './evidence-class.ts';
import { extractionSchema, storeSourceSchema } from './extraction.ts';
import { targetSchema } from './target.ts';
import { originSchema, writeRuleSchema } from './write-rule.ts';

const valueSchema = lazySchema(() => z.string().max(65_536));

/** What the files of a plan may be together in one field, in bytes: an upload fits into a body that the guard reads. */
export const planFileMaximum = 8_388_608;

/** A file that a plan puts into a field: its bytes are in the vault, under their digest. */
export const planFileSchema = lazySchema(() =>
  z.strictObject({
    /** As the site is told it: no path, nothing that a file system reads in another way. */
    name: z
      .string()
      .max(200)
      .regex(/^[^\p{Cc}\p{Cf}/\\:"<>|?*.\s][^\p{Cc}\p{Cf}/\\:"<>|?*]*$/u),
    media_type: z
      .string()
      .max(100)
      .regex(/^[a-z]+\/[a-z0-9.+-]+$/),
    size: z.number().int().min(1).max(planFileMaximum),
    digest: digestSchema,
  }),
);

export type PlanFile = z.infer<typeof planFileSchema>;

/**
 * One step of a plan. Every step goes through `step()` of the provider SDK: resolve → check → guard → press →
 * observe. A `press` step is never the final action: it runs without a permit, so that a write it causes
 * is blocked unless a draft rule lets it pass.
 */
export const planStepSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('open'), url: z.url({ protocol: /^https?$/ }).max(2_000) }),
    z.strictObject({ kind: z.literal('await'), target: targetSchema }),
    z.strictObject({ kind: z.literal('fill'), target: targetSchema, value: valueSchema }),
    z.strictObject({ kind: z.literal('select'), target: targetSchema, option: z.string().min(1).max(400) }),
    z.strictObject({ kind: z.literal('check'), target: targetSchema, checked: z.boolean() }),
    /** Puts files into a file field, or into the one that the target opens; they take the place of those that are in it. */
    z.strictObject({
      kind: z.literal('attach'),
      target: targetSchema,
      files: z.array(planFileSchema).min(1).max(10),
    }),
    z.strictObject({
      kind: z.literal('press'),
      target: targetSchema,
      /**
       * What the press brings up, for example a menu, where that is all that it does. If a known modal takes that away again
       * before it was used, the plan goes back to this press; never from `commit` on.
       */
      opens: targetSchema.optional(),
    }),
    /** The field holds exactly this value; used before a publication, to compare the draft with what was approved. */
    z.strictObject({ kind: z.literal('verify'), target: targetSchema, value: valueSchema }),
    /**
     * The site's own store says one of these. Checked where it stands, right before commit is asked for, and once more
     * before the press: what was done by hand since the approval is not done again.
     */
    z.strictObject({
      kind: z.literal('verify_fact'),
      source: storeSourceSchema,
      one_of: z
        .array(z.union([z.string().max(400), z.number(), z.boolean()]))
        .min(1)
        .max(20),
    }),
    /**
     * The page's URL or a draft rule's write has reached this state: waits until the guard has let a write of
     * the named rule pass since the last `press`, `fill` or `select`.
     */
    z.strictObject({ kind: z.literal('await_write'), rule: z.string().min(1).max(64) }),
    z.strictObject({ kind: z.literal('capture'), evidence_class: evidenceClassSchema }),
  ]),
);

export type PlanStep = z.infer<typeof planStepSchema>;

/**
 * A modal that the site is known to show, and the one control that puts it away. It may come back; each time
 * the same control is pressed. A modal that is not listed stops the attempt.
 */
export const knownModalSchema = lazySchema(() =>
  z.strictObject({
    id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
    match: targetSchema,
    dismiss: targetSchema,
  }),
);

export type KnownModal = z.infer<typeof knownModalSchema>;

/** How the provider recognises a wall that asks the person to sign in, beyond password fields. */
export const signInWallSchema = lazySchema(() =>
  z.strictObject({
    /** A path template; the page's address after a redirect to the sign-in form. */
    path: z.string().min(1).max(500),
  }),
);

/**
 * The private, typed companion of a request. It holds approved values, so it lives in the vault;
 * the kernel and the log know its digest only. What is hashed is what runs.
 */
export const planSchema = lazySchema(() =>
  z.strictObject({
    schema_version: z.literal('cux_plan_v1'),
    action_unit: actionUnitSchema,
    start_url: z.url({ protocol: /^https?$/ }).max(2_000),
    /** Navigations and subresources outside these origins are blocked. */
    allowed_origins: z.array(originSchema).min(1).max(20),
    steps: z.array(planStepSchema).max(200),
    /** What stands behind the gate. In a draft attempt it is resolved and never pressed. */
    final_action: targetSchema.nullable(),
    /** Writes that may leave at any time of the attempt (class `draft`). */
    write_rules: z.array(writeRuleSchema).max(40),
    /** Single-use writes that a permit arms after commit (class `external_write` or `credential_use`). */
    permit_rules: z.array(writeRuleSchema).max(10),
    known_modals: z.array(knownModalSchema).max(20),
    sign_in_walls: z.array(signInWallSchema).max(10),
    extractions: z.array(extractionSchema).max(40),
    /** Evidence to capture at the stop. A claimed action without evidence is not reported as done. */
    evidence: z.array(evidenceClassSchema).max(5),
    /** How long a value must stand before it counts as held, in milliseconds (0 … 10 000). */
    settle_ms: z.number().int().min(0).max(10_000),
    /** How long the whole attempt may take, in milliseconds (1 000 … 600 000). */
    deadline_ms: z.number().int().min(1_000).max(600_000),
    viewport: z.strictObject({
      width: z.number().int().min(320).max(3_840),
      height: z.number().int().min(240).max(2_160),
    }),
  }),
);

export type Plan = z.infer<typeof planSchema>;

/** The digest under which a plan is admitted. */
export function planDigest(plan: Plan): Digest {
  return digestOf('cux/plan', plan);
}

/** The digest of the rules that a permit would arm: part of the gate's subject. */
export function permitRulesDigest(plan: Plan): Digest {
  return digestOf('cux/rules', plan.permit_rules);
}
