import { z } from 'zod';
import { lazySchema } from '../lazy-schema.ts';

/** A SHA-256 digest as it is written everywhere in cux: `sha256:` and 64 hexadecimal digits in lower case. */
export const digestSchema = lazySchema(() => z.string().regex(/^sha256:[0-9a-f]{64}$/));
