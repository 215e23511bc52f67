import type { Target } from '@cux/contracts';
import type { ActionOutcome, ElementRef, StopSign, Surface } from '../../../src/index.ts';

/** Calls that touch the page, in order: what a test counts. */
export interface ScriptedSurface extends Surface {
  readonly touched: string[];
}

/** A page on which everything is there, ready and held, unless a test says otherwise. */
export function scriptedSurface(overrides: Partial<Surface> = {}): ScriptedSurface {
  const touched: string[] = [];
  const done: ActionOutcome = { kind: 'done' };
  const touch = async (what: string): Promise<ActionOutcome> => {
    touched.push(what);
    return done;
  };
  const base: Surface = {
    open: async (url) => {
      touched.push(`open ${url}`);
      return { kind: 'reached' };
    },
    location: async () => ({ origin: 'https://site.example', path: '/entry' }),
    matchAddress: async () => null,
    observe: async () => ({ tree: '', truncated: false, generation: 1 }),
    lookup: async () => ({ kind: 'unknown' }),
    resolve: async (target) => ({ kind: 'found', element: refOf(target) }),
    overlaps: async (element, other) => element.ref === other.ref,
    readiness: async () => ({ kind: 'ready' }),
    stopSigns: async () => [],
    fill: (element) => touch(`fill ${element.name}`),
    select: (element) => touch(`select ${element.name}`),
    setChecked: (element) => touch(`check ${element.name}`),
    press: (element) => touch(`press ${element.name}`),
    holds: async () => 'held',
    scroll: async () => done,
    keypress: async () => done,
    scrollBy: async () => done,
    targets: async () => ['t1'],
    switchTarget: async () => done,
    closeTarget: async () => done,
    unexpectedTargetOpened: () => false,
    readJson: async () => null,
    capture: async (evidenceClass) => ({
      evidenceClass,
      bytes: new Uint8Array([1]),
      mediaType: evidenceClass === 'screenshot' ? 'image/png' : 'text/plain',
      redacted: true,
    }),
    takeover: async () => {
      throw new Error('no test takes over');
    },
  };
  return { ...base, ...overrides, touched };
}

export function refOf({ role, name }: Target): ElementRef {
  return { ref: `${role}:${name}`, role, name };
}

export const sign = (parts: Partial<StopSign>): StopSign => ({
  code: 'modal',
  role: 'dialog',
  name: 'Please read',
  ...parts,
});
