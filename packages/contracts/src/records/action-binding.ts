import { z } from 'zod';
import { digestSchema } from '../ids/digest-schema.ts';
import { issuedId } from '../ids/issued-id.ts';
import { lazySchema } from '../lazy-schema.ts';
import { counterSchema } from './common.ts';
import { leavingWriteSchema } from './leaving-write.ts';
import { elementRefSchema, targetLabelSchema } from './target-label.ts';

/**
 * One structural action as an approval is bound to it: the intent without the observation that it was seen in, on one
 * element of one document. A text that was to be typed stands here by its digest. Part of a subject, so all of it is
 * hashed; the page in which it was asked ends, and with it the permission to press.
 */
export const actionBindingSchema = lazySchema(() =>
  z.strictObject({
    session_id: issuedId('session'),
    computer_id: issuedId('computer'),
    screen_id: issuedId('screen'),
    /** The Computer's generation. */
    generation: counterSchema,
    /** The target that was active. */
    target: targetLabelSchema,
    intent: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('click') }),
      z.strictObject({
        kind: z.literal('keypress'),
        keys: z.array(z.string().min(1).max(40)).min(1).max(10),
      }),
      z.strictObject({
        kind: z.literal('type_text'),
        text_digest: digestSchema,
        characters: z.number().int().min(0).max(16_384),
      }),
      z.strictObject({ kind: z.literal('select_option'), option: z.string().min(1).max(400) }),
    ]),
    /** Document and node are what the reference stands for; role and name are what the observation showed. */
    element: z.strictObject({
      ref: elementRefSchema,
      role: z.string().min(1).max(60),
      name: z.string().min(1).max(400),
    }),
    /** Over what the session had put into fields by then, so that nothing else goes out under the approval. */
    draft_digest: digestSchema,
    leaves: z.array(leavingWriteSchema).min(1).max(10),
  }),
);

export type ActionBinding = z.infer<typeof actionBindingSchema>;
