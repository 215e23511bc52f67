import type { WriteFingerprint } from '@cux/contracts';
import type { Guard, SpentRule } from '../../../src/index.ts';

export interface ScriptedGuard extends Guard {
  /** `configure`, `arm`, `disarm`, in order. */
  readonly calls: string[];
  send(rule: string): void;
  spend(rule: string, status: number | null): void;
  block(count?: number): void;
}

export const fingerprint: WriteFingerprint = {
  method: 'POST',
  origin: 'https://site.example',
  path: '/autosave',
  body_kind: 'json',
  shape: ['/title:string'],
  rule: 'guard.no-rule',
  count: 1,
};

/** A guard whose record a test writes. It starts with a past, as a guard of a longer session has one. */
export function scriptedGuard(overrides: Partial<Guard> = {}): ScriptedGuard {
  const calls: string[] = [];
  const allowed = new Map<string, number>([['save', 3]]);
  const spent: SpentRule[] = [{ rule: 'publish', status: 200 }];
  let blocked = 2;
  const base: Guard = {
    endpoint: { proxyUrl: 'http://127.0.0.1:1', spkiSha256: '', certificateAuthority: '' },
    configure: () => {
      calls.push('configure');
    },
    arm: () => {
      calls.push('arm');
    },
    disarm: () => {
      calls.push('disarm');
      return [];
    },
    enterHuman: () => {},
    leaveHuman: () => {},
    record: () => ({
      blocked: [{ ...fingerprint, count: blocked }],
      allowed: [...allowed].map(([rule, count]) => ({ rule, count })),
      spent: [...spent],
      leftSinceArm: 0,
      faults: 0,
      engineOwn: 0,
      human: { blocked: [], allowed: [] },
    }),
    waitForWrite: async (rule, since) => (allowed.get(rule) ?? 0) > since,
    cut: () => {},
    close: async () => {},
  };
  return {
    ...base,
    ...overrides,
    calls,
    send: (rule) => allowed.set(rule, (allowed.get(rule) ?? 0) + 1),
    spend: (rule, status) => {
      spent.push({ rule, status });
    },
    block: (count = 1) => {
      blocked += count;
    },
  };
}
