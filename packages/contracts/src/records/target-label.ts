import { z } from 'zod';
import { lazySchema } from '../lazy-schema.ts';

/**
 * The stable label of one browser target within its Screen, for example `t1`. Issued by cux; never an id of the
 * browser's debugging protocol (`spec/computers-and-screens`, A Screen is not a raw provider screenshot API).
 */
export const targetLabelSchema = lazySchema(() => z.string().regex(/^t[1-9][0-9]{0,5}$/));

export type TargetLabel = z.infer<typeof targetLabelSchema>;

/** An element of one observation, for example `e12`: good for that observation only. */
export const elementRefSchema = lazySchema(() => z.string().regex(/^e[1-9][0-9]{0,6}$/));
