import { z } from 'zod';
import { digestSchema } from '../ids/digest-schema.ts';
import { foreignId } from '../ids/foreign-id.ts';
import { issuedId } from '../ids/issued-id.ts';
import { lazySchema } from '../lazy-schema.ts';
import { counterSchema, instantSchema } from './common.ts';
import { retentionKindSchema } from './retention.ts';
import { targetLabelSchema } from './target-label.ts';

/**
 * `cux_observation_v1`: what the public may see of a Screen at one moment (`spec/computers-and-screens`, A Screen is
 * not a raw provider screenshot API). Text of the page is untrusted, bounded and screened; there are no field values,
 * hidden fields, unrelated targets or bytes of an image, only the digest of evidence that is kept elsewhere.
 */
export const observationSchema = lazySchema(() =>
  z.strictObject({
    schema_version: z.literal('cux_observation_v1'),
    observation_id: issuedId('observation'),
    workspace_id: foreignId(200),
    computer_id: issuedId('computer'),
    screen_id: issuedId('screen'),
    /** The Computer's generation, the control epoch and the observation generation that it was made under. */
    generation: counterSchema,
    control_epoch: counterSchema,
    observation_generation: counterSchema,
    /** The target that was observed, and all that belong to the session, oldest first. */
    target: targetLabelSchema,
    targets: z.array(targetLabelSchema).min(1).max(50),
    /** Scheme, host and port of the page; never a path with its query. Null for a page without an origin. */
    origin: z.string().max(300).nullable(),
    /** Bounded tree, one line a node: `role "name" [ref=e12]`; at most 48 KiB of UTF-16 units. */
    tree: z.string().max(24_576),
    /** The tree was cut: what is not in it may still be on the page. */
    truncated: z.boolean(),
    /** A screenshot that was kept as evidence: its digest, never its bytes. */
    screenshot: z.strictObject({ digest: digestSchema, redacted: z.literal(true) }).nullable(),
    /** `zdr`: this content is kept nowhere and cannot be asked for again. */
    retention: retentionKindSchema,
    observed_at: instantSchema,
  }),
);

export type ScreenObservation = z.infer<typeof observationSchema>;
