import { z } from 'zod';
import { foreignId } from '../ids/foreign-id.ts';
import { lazySchema } from '../lazy-schema.ts';

/** A request's reference to a gate at one revision (`spec/computer-use-runtime-v0`, Action Request Shape). */
export const gateBindingSchema = lazySchema(() =>
  z.strictObject({
    gate_id: foreignId(200),
    /** 0 … 2^53-1. Current means equal to the head: a lower or a higher revision is a refusal. */
    revision: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
    status: z.enum(['open', 'closed', 'pending']),
  }),
);

export type GateBinding = z.infer<typeof gateBindingSchema>;
