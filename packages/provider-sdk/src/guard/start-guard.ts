import type { Clock } from '@cux/contracts';
import type { Guard } from './guard.ts';
import { GuardCore } from './guard-core.ts';
import { type MonotonicClock, monotonicClock } from './monotonic-clock.ts';
import type { WriteWatch } from './observed-write.ts';
import { ProxyExchange } from './proxy/proxy-exchange.ts';
import { listenAsProxy } from './proxy/proxy-listener.ts';
import { createUpstream } from './proxy/upstream.ts';

export interface StartGuardOptions {
  /** Only dates the guard's certificates. */
  readonly clock: Clock;
  /** What permits end by; the clock of this process when left out. A caller of `arm` reads the same one. */
  readonly monotonic?: MonotonicClock;
  /** PEM certificates that sites may be signed by, beside the platform's: for intranets and tests. */
  readonly extraCertificateAuthorities?: readonly string[];
  /** The longest request body that is looked at, in bytes (default 32 MiB). A longer one is blocked. */
  readonly bodyLimit?: number;
  /**
   * For tools that show a person what a site sends (`sketchWrite`). It sees whole requests, so nothing that runs
   * attempts sets it; what a person sends by takeover it is not told.
   */
  readonly watch?: WriteWatch;
}

const defaultBodyLimit = 32 * 1024 * 1024;

/**
 * Starts a guard: an intercepting proxy on a random port of 127.0.0.1 that denies everything until it is
 * configured. Start it before the engine, and close it after the engine has ended. Rejects only when keys cannot be
 * made or the port cannot be had.
 */
export async function startGuard(options: StartGuardOptions): Promise<Guard> {
  // Loaded here, so that importing the package costs nothing: certificates are needed by a running guard only.
  const { createProxyCertificates } = await import('./proxy/certificates.ts');
  const certificates = await createProxyCertificates(options.clock.now());
  const core = new GuardCore(options.monotonic ?? monotonicClock, options.watch ?? null);
  const upstream = createUpstream(options.extraCertificateAuthorities ?? [], () => core.fault());
  const exchange = new ProxyExchange(core, upstream, options.bodyLimit ?? defaultBodyLimit);
  const listener = await listenAsProxy(certificates, exchange);
  const cut = () => {
    core.cut();
    upstream.cut();
    listener.cutSockets();
  };
  let closing: Promise<void> | null = null;
  return {
    endpoint: {
      proxyUrl: `http://127.0.0.1:${listener.port}`,
      spkiSha256: certificates.spkiSha256,
      certificateAuthority: certificates.authority,
    },
    configure: (plan) => core.configure(plan),
    arm: (permit, rules, expiresAt) => core.arm(permit, rules, expiresAt),
    disarm: () => core.disarm(),
    enterHuman: (rules) => core.enterHuman(rules),
    leaveHuman: () => core.leaveHuman(),
    record: () => core.record(),
    waitForWrite: (rule, since, timeoutMs) => core.waitForWrite(rule, since, timeoutMs),
    cut,
    close: () => {
      cut();
      closing ??= listener.close();
      return closing;
    },
  };
}
