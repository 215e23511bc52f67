import type { EffectClass, OperatingMode } from '@cux/contracts';

/**
 * What each operating mode lets an attempt do (`spec/computer-use-runtime-v0`, Operating Modes).
 *
 * - `free`: without asking.
 * - `gate`: with an open gate that the request is bound to, or an open standing gate.
 * - `never`: not in this mode.
 *
 * `external_write` and `credential_use` need a gate in every mode that has them at all.
 */
export const modeRules: Readonly<
  Record<OperatingMode, Readonly<Record<EffectClass, 'free' | 'gate' | 'never'>>>
> = {
  // Compact observation; quoting, outreach and posting are gated, and a draft is the first half of a post.
  public_web_metadata: { read: 'free', draft: 'gate', external_write: 'gate', credential_use: 'gate' },
  // Reading private records is gated, and so is everything after it.
  private_enterprise_tool: { read: 'gate', draft: 'gate', external_write: 'gate', credential_use: 'gate' },
  // Readiness checks and synthetic runs; a signed-in account comes with its standing gate.
  local_session: { read: 'free', draft: 'gate', external_write: 'gate', credential_use: 'gate' },
  drafting: { read: 'free', draft: 'free', external_write: 'gate', credential_use: 'gate' },
  // Handle class and safety flags only: nothing is written.
  replay_capture: { read: 'free', draft: 'never', external_write: 'never', credential_use: 'never' },
  // Bounded sandbox runs; what leaves the sandbox is gated, and there is no account to sign in to.
  sandbox: { read: 'free', draft: 'free', external_write: 'gate', credential_use: 'never' },
};

/** Whether a goal of this mode is about a source that is not open to all; the provider must be able to read one. */
export function readsPrivateSource(mode: OperatingMode): boolean {
  return mode === 'private_enterprise_tool';
}
