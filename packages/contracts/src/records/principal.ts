import { z } from 'zod';
import { foreignId } from '../ids/foreign-id.ts';
import { lazySchema } from '../lazy-schema.ts';

/** Who acts. Provenance is the list of all principals that asked for, built or run an action. */
export const principalSchema = lazySchema(() =>
  z.strictObject({
    kind: z.enum(['human', 'agent', 'capability', 'provider', 'operator']),
    id: foreignId(200),
  }),
);

export type Principal = z.infer<typeof principalSchema>;

/** Whether two principals are the same one. */
export function samePrincipal(left: Principal, right: Principal): boolean {
  return left.kind === right.kind && left.id === right.id;
}
