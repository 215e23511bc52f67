import { createMockProvider } from '@cux/provider-mock';
import {
  type OpenSessionOptions,
  type Provider,
  ProviderFault,
  type Surface,
  type Takeover,
} from '@cux/provider-sdk';
import type { AgentsWorld } from './agents-world.ts';
import { deskFixture } from './desk.ts';
import { deskNetwork } from './desk-network.ts';
import type { Allocation, ContactKind } from './oracle.ts';
import { never, type Place, place } from './place.ts';

export const engineId = 'simulated';

/** What each method of a surface is; whatever is not named only looks. */
const kinds: Readonly<Partial<Record<keyof Surface, ContactKind>>> = {
  open: 'opens',
  takeover: 'gives away',
  fill: 'acts',
  select: 'acts',
  setChecked: 'acts',
  attach: 'acts',
  press: 'acts',
  keypress: 'acts',
  scroll: 'acts',
  scrollBy: 'acts',
  switchTarget: 'acts',
  closeTarget: 'acts',
};

/** The mock's screens in a simulated network. Each call is told to the oracle, may wait for others, fail, hang or be a lie. */
export function simulatedEngine(world: AgentsWorld): Provider {
  let references = 0;
  const openSession = async (options: OpenSessionOptions) => {
    const here = placeOf();
    const { life, call } = here;
    const computer_id = call?.computer_id ?? '';
    const generation = world.judge.mirror.one('computer', computer_id)?.generation ?? 0;
    const allocation = { process_id: life.name, computer_id, generation };
    world.oracle.opens(allocation);
    await world.scheduler.turn(life, 'engine starts', world.chance.below(2_000));
    if (world.goesWrong(0.03)) {
      world.faults.add('engine lost', 'while it started');
      throw new ProviderFault('engine_start_failed', 'The engine did not start; try again.');
    }
    const guard = world.guards.get(options.guard.proxyUrl);
    if (guard === undefined) throw new Error('a session without a guard');
    const mock = createMockProvider({
      fixture: deskFixture,
      providerId: engineId,
      nextReference: () => {
        references += 1;
        return `simulated-${references}`;
      },
      network: () => deskNetwork(world, { life, guard, computer_id }),
    });
    const session = await mock.openSession(options);
    world.pages.set(computer_id, session.surface);
    const surface = told(world, session.surface, allocation, session.close);
    return { ...session, surface };
  };
  const { profile } = createMockProvider({ fixture: deskFixture, providerId: engineId });
  return { providerId: engineId, profile, doctor: async () => [], openSession };
}

function placeOf(): Place {
  const here = place.getStore();
  if (here === undefined) throw new Error('the engine is contacted from outside of the simulated world');
  return here;
}

/** How long a caller of an engine may have to wait, in milliseconds. */
const slowest = 400;

function told(world: AgentsWorld, inner: Surface, allocation: Allocation, end: () => Promise<void>): Surface {
  const { life } = placeOf();
  const around = async (name: keyof Surface, go: () => Promise<unknown>): Promise<unknown> => {
    if (life.ended) return never();
    const kind = kinds[name] ?? 'looks';
    world.oracle.contact(kind, name, allocation, placeOf());
    if (kind !== 'looks' || world.chance.happens(0.15)) {
      await world.scheduler.turn(life, name, world.chance.below(slowest));
    }
    const lied = kind === 'acts' ? await mishap(world, name, end) : null;
    if (lied !== null) return lied;
    const answer = await go();
    if (kind === 'acts') await world.scheduler.turn(life, `${name} answers`, world.chance.below(slowest));
    return answer;
  };
  const calls = Object.entries(inner).map(([name, call]) => {
    if (name === 'unexpectedTargetOpened') return [name, call];
    const method = name as keyof Surface;
    const asked = (...given: never[]) =>
      around(method, () => (call as (...all: never[]) => Promise<unknown>)(...given));
    return [
      name,
      method === 'takeover' ? async () => hands(world, life, (await asked()) as Takeover) : asked,
    ];
  });
  return Object.fromEntries(calls) as Surface;
}

/** What may go wrong with an input; null where nothing does. */
async function mishap(world: AgentsWorld, name: string, end: () => Promise<void>) {
  if (world.goesWrong(0.02)) {
    world.faults.add('engine lost', name);
    await end();
    throw new ProviderFault('engine_gone', 'The engine has ended; open a new session.');
  }
  if (world.goesWrong(0.02)) {
    world.faults.add('engine hangs', name);
    return never();
  }
  if (world.goesWrong(0.02)) {
    world.faults.add('engine lies', name);
    return { kind: world.chance.pick(['done', 'outcome_unknown', 'lost']) ?? 'done' };
  }
  return null;
}

/** A person's hands end with the process, as its engine does. */
function hands(world: AgentsWorld, life: Place['life'], taken: Takeover): Takeover {
  const whileAlive = async <Value>(go: () => Promise<Value>): Promise<Value> => {
    if (life.ended) return never();
    await world.scheduler.turn(life, 'hands', world.chance.below(slowest));
    return go();
  };
  return {
    live: null,
    type: (target, text) => whileAlive(() => taken.type(target, text)),
    press: (target) => whileAlive(() => taken.press(target)),
    screenshot: () => whileAlive(() => taken.screenshot()),
    location: () => whileAlive(() => taken.location()),
    release: () => whileAlive(() => taken.release()),
  };
}
