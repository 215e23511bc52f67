import { digestOf, type Permit, type WriteRule } from '@cux/contracts';
import { onTestFinished } from 'vitest';
import type { Guard } from '../../../src/guard/guard.ts';
import { monotonicClock } from '../../../src/guard/monotonic-clock.ts';
import { type StartGuardOptions, startGuard } from '../../../src/guard/start-guard.ts';
import { systemClock } from '../../../src/guard/system-clock.ts';
import { type Handler, type Site, siteCertificate, startSite } from './site.ts';

/** When a permit that was asked for just now is over. */
export const inAMinute = () => monotonicClock.now() + 60_000;

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A site and an unconfigured guard; both end with the test. */
export async function guardedSite(
  handler: Handler,
  options: { readonly tls?: boolean; readonly trusted?: boolean } & Pick<
    StartGuardOptions,
    'bodyLimit' | 'monotonic'
  > = {},
): Promise<{ guard: Guard; site: Site }> {
  const { tls = false, trusted = true, ...limits } = options;
  const certificate = await siteCertificate();
  const guard = await startGuard({
    ...limits,
    clock: systemClock,
    extraCertificateAuthorities: trusted ? [certificate.authority] : [],
  });
  const site = await startSite(handler, tls ? certificate : undefined);
  onTestFinished(async () => {
    await guard.close();
    await site.close();
  });
  return { guard, site };
}

/** A rule that lets a JSON status pass to any article. */
export function statusRule(
  origin: string,
  status: string,
  effectClass: WriteRule['effect_class'] = 'draft',
): WriteRule {
  return {
    id: `send-${status}`,
    effect_class: effectClass,
    describes: 'Sends an article',
    method: 'POST',
    origin,
    path: '/api/{segment}',
    query: [],
    override_method: null,
    body: {
      kind: 'json',
      fields: [{ field: '/status', operator: 'equals', value: status }],
      other_fields: 'deny',
    },
  };
}

let permits = 0;

/** A permit for exactly these rules, each time another one. */
export function permitFor(rules: readonly WriteRule[]): Permit {
  const digest = digestOf('cux/rules', rules);
  permits += 1;
  return {
    permit_id: `permit_${permits}`,
    attempt_id: 'attempt_01',
    gate_id: 'gate_01',
    subject_digest: digest,
    permit_rules_digest: digest,
    valid_for_ms: 60_000,
  };
}
