import { z } from 'zod';
import { lazySchema } from '../lazy-schema.ts';

/** A counter that only rises (revision, generation, epoch): an integer, 0 … 2^53-1. */
export const counterSchema = lazySchema(() => z.number().int().min(0).max(Number.MAX_SAFE_INTEGER));

/** Milliseconds since the Unix epoch by the kernel's clock: an integer, 0 … 2^53-1. */
export const instantSchema = lazySchema(() => z.number().int().min(0).max(Number.MAX_SAFE_INTEGER));

/** Logical Screen pixels along one side: an integer, 1 … 16384. Not a provider's or a display's coordinates. */
export const screenPixelsSchema = lazySchema(() => z.number().int().min(1).max(16_384));

/**
 * Prose of 1 to `maximum` characters, counted in code points as JSON Schema counts them (a string's own `length`
 * counts UTF-16 units, and would refuse what the public v0 schemas accept).
 */
export function proseSchema(maximum: number) {
  return z
    .string()
    .min(1)
    .check((context) => {
      const text = context.value;
      if (text.length > maximum && [...text].length > maximum) {
        context.issues.push({ code: 'too_big', origin: 'string', maximum, inclusive: true, input: text });
      }
    })
    .meta({ maxLength: maximum });
}
