import { z } from 'zod';
import { type Digest, digestOf } from '../ids/digest.ts';
import { foreignId } from '../ids/foreign-id.ts';
import { issuedId } from '../ids/issued-id.ts';
import { lazySchema } from '../lazy-schema.ts';
import { counterSchema } from './common.ts';
import { elementRefSchema, targetLabelSchema } from './target-label.ts';

/** The observation that the caller saw: a stale observer cannot act on a newer Screen. */
const sourceObservation = lazySchema(() =>
  z.strictObject({
    observation_id: issuedId('observation'),
    observation_generation: counterSchema,
  }),
);

const moves = 'Home|End|Arrow(?:Up|Down|Left|Right)';
const pageChord = new RegExp(
  `^(?:[!-~]|Enter|Tab|Escape|Space|Backspace|Delete|PageUp|PageDown|${moves}` +
    `|Shift\\+(?:Enter|Tab|PageUp|PageDown|${moves})` +
    `|Control\\+(?:a|z|y|Enter|Backspace|Delete|${moves})` +
    `|Control\\+Shift\\+(?:z|${moves}))$`,
);

/**
 * A key or chord as `KeyboardEvent.key` names it, for example `Enter` or `Control+a`; never text to type. A closed
 * grammar: what a browser takes for itself (tabs, windows, addresses, tools, the clipboard) has no form here.
 */
const chord = lazySchema(() => z.string().regex(pageChord));

const pixels = lazySchema(() => z.number().int().min(-16_384).max(16_384));

/**
 * The bounded intent. Where the DOM matters the source observation is required; switching and closing name a target by
 * its stable label.
 */
export const actionIntentSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('click'),
      ref: elementRefSchema,
      source_observation: sourceObservation,
    }),
    z.strictObject({
      kind: z.literal('keypress'),
      /** The element that has the focus; null for the page as a whole. */
      ref: elementRefSchema.nullable(),
      keys: z.array(chord).min(1).max(10),
      source_observation: sourceObservation,
    }),
    z.strictObject({
      kind: z.literal('scroll'),
      ref: elementRefSchema.nullable(),
      /** Logical Screen pixels; to the right and down are positive. */
      by_x: pixels,
      by_y: pixels,
      source_observation: sourceObservation,
    }),
    z.strictObject({
      kind: z.literal('type_text'),
      ref: elementRefSchema,
      /** Takes the place of what the field holds; never a key, and never followed by Enter. At most 16 384 UTF-16 units. */
      text: z.string().max(16_384),
      source_observation: sourceObservation,
    }),
    z.strictObject({
      kind: z.literal('select_option'),
      ref: elementRefSchema,
      /** The visible label, compared whole. */
      option: z.string().min(1).max(400),
      source_observation: sourceObservation,
    }),
    z.strictObject({ kind: z.literal('switch_target'), target: targetLabelSchema }),
    z.strictObject({ kind: z.literal('close_target'), target: targetLabelSchema }),
  ]),
);

export type ActionIntent = z.infer<typeof actionIntentSchema>;

/**
 * `cux_structural_action_v1`: one structural action, as its caller asks for it (`spec/computers-and-screens`, Actions
 * are fenced to current observation authority). The Computer and the Screen are addressed by the resource that it is
 * sent to, and everything else is derived: a caller names no attempt, policy, approval or provider target.
 */
export const structuralActionSchema = lazySchema(() =>
  z.strictObject({
    schema_version: z.literal('cux_structural_action_v1'),
    intent: actionIntentSchema,
    /** A duration in milliseconds, 100 … 60000, counted from arrival. No part of the digest. */
    deadline_ms: z.number().int().min(100).max(60_000),
    /** Scoped to workspace and principal: the same key with another intent is a conflict. */
    idempotency_key: foreignId(200),
  }),
);

export type StructuralAction = z.infer<typeof structuralActionSchema>;

/** What an approval is bound to, and what a retry must repeat: the intent, without deadline and key. */
export function actionDigest({ intent }: Pick<StructuralAction, 'intent'>): Digest {
  return digestOf('cux/action', intent);
}
