import type { Permit } from '@cux/contracts';
import {
  type Guard,
  GuardCore,
  type MonotonicClock,
  type ObservedRequest,
  type Ruling,
} from '@cux/provider-sdk';

/** The guard of one session: its rules, permit and record are the shipped ones; it has no sockets. */
export interface SimulatedGuard extends Guard {
  readonly inPersonsHands: boolean;
  /** Decides and books as the proxy would; `permit` is the one that the request has spent a rule of. */
  rule(request: ObservedRequest): { readonly ruling: Ruling; readonly permit: Permit | null };
}

/** @param number makes its address, by which a session finds it */
export function simulatedGuard(monotonic: MonotonicClock, number: number): SimulatedGuard {
  const core = new GuardCore(monotonic);
  let armed: Permit | null = null;
  let inPersonsHands = false;
  const cut = (): void => {
    core.cut();
    armed = null;
  };
  return {
    endpoint: { proxyUrl: `http://127.0.0.1:${number}`, spkiSha256: '', certificateAuthority: '' },
    get inPersonsHands() {
      return inPersonsHands;
    },
    rule: (request) => {
      const spent = core.record().spent.length;
      const ruling = core.rule(request);
      return { ruling, permit: core.record().spent.length > spent ? armed : null };
    },
    configure: (plan) => core.configure(plan),
    arm: (permit, rules, expiresAt) => {
      core.arm(permit, rules, expiresAt);
      armed = permit;
    },
    disarm: () => {
      armed = null;
      return core.disarm();
    },
    enterHuman: (rules) => {
      core.enterHuman(rules);
      inPersonsHands = true;
    },
    leaveHuman: () => {
      core.leaveHuman();
      inPersonsHands = false;
    },
    record: () => core.record(),
    waitForWrite: (rule, since, timeoutMs) => core.waitForWrite(rule, since, timeoutMs),
    cut,
    close: async () => cut(),
  };
}
