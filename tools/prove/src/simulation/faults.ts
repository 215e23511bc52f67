/** What can go wrong in the simulated world. */
export const faultKinds = [
  'command dropped',
  'command delayed',
  'command sent twice',
  'answer dropped',
  'disk full',
  'write fails before',
  'write fails in the middle',
  'write fails after',
  'read fails',
  'process killed',
  'process stopped',
  'wall clock set forward',
  'wall clock set back',
  'request to the site lost',
  'request to the site late',
  'response of the site lost',
  'decision late',
  'decision by who may not',
  'look before the quiet time is over',
] as const;

/** What is put in besides where agents act on Computers. */
export const agentFaultKinds = [
  'engine lost',
  'engine hangs',
  'engine lies',
  'page changed',
  'policy changed',
  'Screen taken over',
  'Computer put to sleep',
] as const;

export type FaultKind = (typeof faultKinds)[number] | (typeof agentFaultKinds)[number];

/** How often each fault was put in. */
export type FaultCounts = Partial<Record<string, number>>;

export class FaultLog {
  readonly counts: Record<string, number> = {};
  readonly #trace: (line: string) => void;

  constructor(trace: (line: string) => void = () => undefined) {
    this.#trace = trace;
  }

  add(kind: FaultKind, detail = ''): void {
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    this.#trace(`  fault: ${kind} ${detail}`.trimEnd());
  }
}

export function addCounts(into: Record<string, number>, more: FaultCounts): void {
  for (const [kind, count] of Object.entries(more)) into[kind] = (into[kind] ?? 0) + (count ?? 0);
}
