import { z } from 'zod';
import { lazySchema } from '../lazy-schema.ts';

/**
 * What a workspace does with what was observed (`spec/computers-and-screens`, Security and retention). `standard`: kept
 * for its days. `zdr` (zero data retention): text of pages and evidence live in the memory of the process that has
 * observed them, and nowhere else.
 */
export const retentionKindSchema = lazySchema(() => z.enum(['standard', 'zdr']));

export type RetentionKind = z.infer<typeof retentionKindSchema>;
