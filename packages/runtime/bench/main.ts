/**
 * Prints what telemetry costs where no SDK is registered, as Markdown: a span and a measurement by themselves, and as part of a
 * governed action of an agent on the mock provider, whose calls are counted with an SDK first. Then what a thousand sleeping Computers cost.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Telemetry } from '../src/telemetry/telemetry.ts';
import { AgentWorld } from '../test/support/agent-world.ts';
import { registerSdk } from '../test/support/telemetry-sdk.ts';
import { median } from './median.ts';
import { sleepingComputers } from './sleeping-computers.ts';

const rounds = 9;

/** Microseconds of processor time that one call takes, the median of rounds: whatever else the machine does is not in it. */
async function microseconds(calls: number, call: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const begun = process.cpuUsage();
    for (let each = 0; each < calls; each += 1) await call();
    const { user, system } = process.cpuUsage(begun);
    // The first round is for the engine to get to know the code.
    if (round > 0) taken.push((user + system) / calls);
  }
  return median(taken);
}

/** One governed action: it scrolls, so that the page is the same afterwards. */
async function scrolling(world: AgentWorld): Promise<() => Promise<unknown>> {
  await world.begin();
  return async () => {
    await world.observe();
    const scroll = { kind: 'scroll', ref: null, by_x: 0, by_y: 1, source_observation: world.source };
    return world.send(scroll);
  };
}

/** How many spans and measurements one observation and one action make. */
async function counted(): Promise<{ readonly spans: number; readonly measurements: number }> {
  const sdk = registerSdk();
  const world = await AgentWorld.open();
  try {
    const act = await scrolling(world);
    const sum = async () => {
      const { spans, metrics } = await sdk.exported();
      const points = metrics.flatMap(({ points: each }) => each.map(({ value }) => value));
      const counts = points.map((value) => (value as { count?: number }).count ?? 0);
      return { spans: spans.length, measurements: counts.reduce((all, each) => all + each, 0) };
    };
    const before = await sum();
    await act();
    const after = await sum();
    return {
      spans: after.spans - before.spans,
      measurements: after.measurements - before.measurements,
    };
  } finally {
    await world.close();
    await sdk.unregister();
  }
}

const { spans, measurements } = await counted();
const telemetry = new Telemetry('bench');
const facts = { 'cux.provider.id': 'mock', 'cux.provider.operation': 'press' };
const answer = async () => ({ kind: 'answered' });
const bare = await microseconds(20_000, answer);
const span = (await microseconds(20_000, () => telemetry.span('call provider', facts, answer))) - bare;
const timed =
  (await microseconds(20_000, () => telemetry.timed('cux.command.duration', facts, answer))) - bare;

const world = await AgentWorld.open();
let action: number;
try {
  // An attempt takes a hundred actions at most.
  action = await microseconds(9, await scrolling(world));
} finally {
  await world.close();
}

const whole = spans * span + Math.max(0, measurements - spans) * timed;
const rows = [
  ['a span, without an SDK', `${span.toFixed(2)} µs`],
  ['a measurement, without an SDK', `${timed.toFixed(2)} µs`],
  [
    'an observation and a governed action make',
    `${spans} spans and ${measurements} measurements, ${whole.toFixed(0)} µs`,
  ],
  ['they take in all, on the mock provider', `${(action / 1_000).toFixed(2)} ms`],
  ['telemetry’s part of that', `${((100 * whole) / action).toFixed(2)} %`],
];
for (const row of [['telemetry', 'processor time'], ['---', '---'], ...rows])
  console.log(`| ${row.join(' | ')} |`);

// The heap is looked at after a collection.
setFlagsFromString('--expose-gc');
globalThis.gc = runInNewContext('gc') as NodeJS.GCFunction;
console.log('');
for (const row of [['sleeping Computers', ''], ['---', '---'], ...(await sleepingComputers(1_000))])
  console.log(`| ${row.join(' | ')} |`);
