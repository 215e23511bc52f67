import type { RuntimeProfile } from '@cux/contracts';

/** What this provider can do. Readiness, never permission (`spec/computer-use-runtime-v0`, Runtime Profile). */
export function profileOf(providerId: string): RuntimeProfile {
  return {
    schema_version: 'computer_use_runtime_profile_v0',
    provider_id: providerId,
    host_kind: 'browser_runtime',
    visibility: 'visible_or_replayable',
    provider_primitives: {
      screenshots: 'host_owned',
      accessibility_tree: 'supported',
      browser_session: 'supported',
      record_replay: 'unsupported',
      external_write: 'gated',
      private_source_read: 'gated',
    },
    boundary: {
      credentials_copied: false,
      cookies_exported: false,
      raw_screenshots_copied: false,
      raw_private_bodies_copied: false,
      external_write_allowed_without_gate: false,
    },
  };
}
