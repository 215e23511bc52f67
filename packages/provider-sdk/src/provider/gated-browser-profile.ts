import type { RuntimeProfile } from '@cux/contracts';

/**
 * The profile of a provider that drives a browser behind the host's guard (`spec/computer-use-runtime-v0`, Runtime
 * Profile): what it can do, and the boundary that every provider keeps. Readiness, never permission.
 */
export function gatedBrowserProfile(
  providerId: string,
  visibility: RuntimeProfile['visibility'],
): RuntimeProfile {
  return {
    schema_version: 'computer_use_runtime_profile_v0',
    provider_id: providerId,
    host_kind: 'browser_runtime',
    visibility,
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
