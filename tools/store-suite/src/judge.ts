import { createKernel, type Kernel, randomIds, systemClock } from '@cux/kernel';
import { records } from '@cux/kernel/store-suite';
import { expect } from 'vitest';
import type { Place } from './engine.ts';

const workspace = 'newsdesk';

/** A kernel over a place, for whoever looks after the dead. */
export async function kernelOver(place: Place): Promise<Kernel> {
  return createKernel({
    store: await place.open(),
    clock: systemClock,
    ids: randomIds,
    capabilities: [{ capability_id: records.capability, outcome: 'Approved content is published once.' }],
  });
}

/** Parsed rows of one kind, as plain SQL finds them. */
async function bodies(place: Place, kind: string): Promise<readonly Record<string, unknown>[]> {
  const rows = await place.ask(`select body from row where kind = '${kind}' and workspace = '${workspace}'`);
  return rows.map(({ body }) => JSON.parse(String(body)));
}

/**
 * What workers were told against what is there, by plain SQL: every command that was answered has its answer, every
 * further line is true of its row, and no gate was consumed twice.
 */
export async function judge(place: Place, told: readonly string[]): Promise<void> {
  const answers = await place.ask(`select key from answer where workspace = '${workspace}'`);
  const keys = new Set(answers.map(({ key }) => key));
  const gates = new Map((await bodies(place, 'gate')).map((gate) => [gate.gate_id, gate]));
  const attempts = await bodies(place, 'attempt');
  const byId = new Map(attempts.map((attempt) => [attempt.attempt_id, attempt]));
  const isTrue: Readonly<Record<string, (id: string) => boolean>> = {
    answered: (key) => keys.has(key),
    asked: (id) => gates.has(id),
    approved: (id) => gates.get(id)?.decided_by !== null,
    committed: (id) => byId.get(id)?.permit_id !== null,
    reported: (id) => byId.get(id)?.receipt !== null,
    settled: (id) => byId.get(id)?.state === 'settled',
  };
  const lost = told.filter((line) => {
    const [what = '', id = ''] = line.split(' ');
    return isTrue[what]?.(id) !== true;
  });
  expect(lost).toEqual([]);
  const consumed = attempts.filter(({ permit_id }) => permit_id !== null).map(gateOf);
  expect(new Set(consumed).size).toBe(consumed.length);
  expect(consumed.every((gate) => gates.get(gate)?.closed_for === 'consumed')).toBe(true);
}

function gateOf({ request }: Readonly<Record<string, unknown>>): unknown {
  const { gate_binding } = request as { readonly gate_binding?: { readonly gate_id: string } };
  return gate_binding?.gate_id;
}
