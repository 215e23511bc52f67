import { z } from 'zod';
import { foreignId } from '../ids/foreign-id.ts';
import { issuedId } from '../ids/issued-id.ts';
import { lazySchema } from '../lazy-schema.ts';
import { counterSchema, instantSchema, screenPixelsSchema } from './common.ts';
import { targetLabelSchema } from './target-label.ts';

/** Whose hands are on it: `agent → draining → human → agent`. */
export const screenControlSchema = lazySchema(() => z.enum(['agent', 'draining', 'human']));

export type ScreenControl = z.infer<typeof screenControlSchema>;

/**
 * `cux_screen_v1`: the durable observation head of one Computer (`spec/computers-and-screens`, Screen is the public
 * observation authority). Identity, width, height and scale never change; the other fields advance.
 */
export const screenSchema = lazySchema(() =>
  z.strictObject({
    schema_version: z.literal('cux_screen_v1'),
    screen_id: issuedId('screen'),
    /** The Computer that it belongs to, for good: any other pair does not exist. */
    computer_id: issuedId('computer'),
    workspace_id: foreignId(200),
    width: screenPixelsSchema,
    height: screenPixelsSchema,
    /** Device pixels for 100 logical ones, 25 … 800. */
    scale_percent: z.number().int().min(25).max(800),
    /** That of the Computer. */
    generation: counterSchema,
    control: screenControlSchema,
    /** Rises when control changes hands. */
    control_epoch: counterSchema,
    /** Rises with each settled observation. */
    observation_generation: counterSchema,
    attachment: z.enum(['detached', 'attached']),
    /** Null while detached, and when no target is open. */
    active_target: targetLabelSchema.nullable(),
    created_at: instantSchema,
    updated_at: instantSchema,
    /** When it was last observed; null before the first observation. */
    observed_at: instantSchema.nullable(),
  }),
);

export type Screen = z.infer<typeof screenSchema>;
