import { z } from 'zod';

/**
 * A name given by somebody outside the kernel (goal, todo, provider): printable ASCII without spaces,
 * compared by code unit and never normalised to match.
 *
 * @param maximum longest accepted length in characters (v0: 200, or 120 for a provider id)
 */
export function foreignId(maximum: number) {
  return z
    .string()
    .min(1)
    .max(maximum)
    .regex(/^[\x21-\x7e]+$/);
}
