import { z } from 'zod';
import { lazySchema } from '../lazy-schema.ts';

/**
 * What an attempt may cause (`spec/computer-use-runtime-v0`, Action Request Shape): `read` < `draft` <
 * `external_write`, and `credential_use`. The last two need an open gate.
 */
export const effectClassSchema = lazySchema(() =>
  z.enum(['read', 'draft', 'external_write', 'credential_use']),
);

export type EffectClass = z.infer<typeof effectClassSchema>;

/** Whether an attempt of this class is admitted only with a current, open gate. */
export function needsGate(effectClass: EffectClass): boolean {
  return effectClass === 'external_write' || effectClass === 'credential_use';
}
