import { z } from 'zod';
import { lazySchema } from '../lazy-schema.ts';

/** The six modes of `spec/computer-use-runtime-v0`, Operating Modes. A goal carries one. */
export const operatingModeSchema = lazySchema(() =>
  z.enum([
    'public_web_metadata',
    'private_enterprise_tool',
    'local_session',
    'drafting',
    'replay_capture',
    'sandbox',
  ]),
);

export type OperatingMode = z.infer<typeof operatingModeSchema>;
