import { z } from 'zod';
import { foreignId } from '../ids/foreign-id.ts';
import { lazySchema } from '../lazy-schema.ts';

const optionality = lazySchema(() => z.enum(['optional', 'supported', 'unsupported']));
const gated = lazySchema(() => z.enum(['gated', 'unsupported']));

/**
 * `computer_use_runtime_profile_v0`: what a provider can do (`spec/computer-use-runtime-v0`, Runtime
 * Profile). Readiness, never permission.
 */
export const runtimeProfileSchema = lazySchema(() =>
  z.strictObject({
    schema_version: z.literal('computer_use_runtime_profile_v0'),
    provider_id: foreignId(120),
    host_kind: z.enum(['browser_runtime', 'desktop_runtime', 'browser_or_desktop_runtime']),
    visibility: z.enum(['visible', 'replayable', 'visible_or_replayable']),
    provider_primitives: z.strictObject({
      screenshots: z.enum(['host_owned', 'unsupported']),
      accessibility_tree: optionality.optional(),
      browser_session: optionality.optional(),
      record_replay: optionality.optional(),
      external_write: gated,
      private_source_read: gated,
    }),
    boundary: z.strictObject({
      credentials_copied: z.literal(false),
      cookies_exported: z.literal(false),
      raw_screenshots_copied: z.literal(false),
      raw_private_bodies_copied: z.literal(false),
      external_write_allowed_without_gate: z.literal(false),
    }),
  }),
);

export type RuntimeProfile = z.infer<typeof runtimeProfileSchema>;
