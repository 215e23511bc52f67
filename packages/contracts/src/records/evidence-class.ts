import { z } from 'zod';
import { lazySchema } from '../lazy-schema.ts';

/** What a provider can capture. Bytes go to the vault; records carry class, digest and flags only. */
export const evidenceClassSchema = lazySchema(() =>
  z.enum(['screenshot', 'accessibility_snapshot', 'trace', 'video', 'read_back']),
);

export type EvidenceClass = z.infer<typeof evidenceClassSchema>;

/** The closed set of `evidence.handle_kind` in a receipt. */
export const handleKindSchema = lazySchema(() =>
  z.enum([
    'host_replay_or_screenshot_pointer',
    'host_screenshot_pointer',
    'host_replay_pointer',
    'host_accessibility_pointer',
    'none',
  ]),
);

export type HandleKind = z.infer<typeof handleKindSchema>;
