import { targetLabelSchema } from '@cux/contracts';
import { z } from 'zod';

/** A place on the Screen in logical pixels, from its upper left corner; 0 … 32 767. */
const coordinate = z.number().min(0).max(32_767);
const distance = z.number().min(-32_767).max(32_767);
const place = { x: coordinate, y: coordinate } as const;

/**
 * One thing that a person does while the Screen is theirs (design §7, Control). It comes from outside, so it is read
 * strictly; text is never logged.
 */
export const personInputSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('pointer'),
    action: z.enum(['move', 'down', 'up']),
    ...place,
    button: z.enum(['left', 'middle', 'right']),
    /** Which click of a row it is: 2 for the second of a double click. */
    clicks: z.number().int().min(1).max(3),
  }),
  z.strictObject({ kind: z.literal('wheel'), ...place, delta_x: distance, delta_y: distance }),
  /** A key by its name, as `KeyboardEvent.key` has it. */
  z.strictObject({ kind: z.literal('key'), action: z.enum(['down', 'up']), key: z.string().min(1).max(32) }),
  /** Text put in at once, for example from a clipboard or an input method; at most 16 384 characters. */
  z.strictObject({ kind: z.literal('text'), text: z.string().min(1).max(16_384) }),
  /** Answers the native dialog that holds the page. */
  z.strictObject({
    kind: z.literal('dialog'),
    accept: z.boolean(),
    text: z.string().max(4_096).optional(),
  }),
  z.strictObject({
    kind: z.literal('target'),
    action: z.enum(['switch', 'close']),
    label: targetLabelSchema,
  }),
]);

export type PersonInput = z.infer<typeof personInputSchema>;
