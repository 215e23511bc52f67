import { createKernel, type Kernel, KernelFault } from '@cux/kernel';
import { countingIds, people } from '@cux/kernel/store-suite';
import { type ComputerHost, createComputerHost, createHost, type Host } from '@cux/runtime';
import { createSiteTasks, siteTasksDescription } from '@cux/site-tasks';
import { faultyStore } from '../simulation/faulty-store.ts';
import { type HostClock, hostClock } from '../simulation/host-clock.ts';
import { type Life, newLife } from '../simulation/scheduler.ts';
import { workspace } from '../simulation/world.ts';
import type { AgentsWorld } from './agents-world.ts';
import { deskRules } from './desk.ts';
import { simulatedEngine } from './engine.ts';
import { type Call, place } from './place.ts';
import { simulatedGuard } from './simulated-guard.ts';

/** How long the driver waits, in simulated milliseconds. */
const driver = {
  navigation: 5_000,
  target: 300,
  press: 3_000,
  spend: 1_500,
  answer: 4_000,
  following: 50,
  aftermath: 100,
  poll: 50,
  evidence: 3_000,
  grace: 500,
};

/** One life of a host: the shipped kernel and runtime over a store that fails. */
export interface HostProcess {
  readonly life: Life;
  readonly kernel: Kernel;
  readonly computers: ComputerHost;
  readonly host: Host;
}

/** Lets a host process in. What a dead one had is recovered right away, and now and then again. */
export async function startHostProcess(world: AgentsWorld): Promise<HostProcess> {
  const life = newLife(`process-${world.processes.length + 1}`);
  const clock = hostClock(world);
  const kernel = createKernel({
    store: await faultyStore(world, life),
    clock: clock.wall,
    monotonic: clock.steady,
    ids: countingIds(100 + world.series()),
    capabilities: [siteTasksDescription],
  });
  const parts = partsOf(world, life, clock, kernel);
  const process = { life, kernel, computers: createComputerHost(parts), host: createHost(parts) };
  world.processes.push(process);
  world.hosts.push({ life, kernel, setClock: clock.set });
  void live(world, process);
  return process;
}

function partsOf(world: AgentsWorld, life: Life, { wall, steady }: HostClock, kernel: Kernel) {
  let guards = 0;
  return {
    ...{ workspace, kernel, vault: world.vault, clock: wall, monotonic: steady, policy: world.policy },
    capabilities: [createSiteTasks({ rules: deskRules })],
    providers: [simulatedEngine(world)],
    ids: countingIds(100 + world.series()),
    processId: life.name,
    isAlive: async (id: string) => world.processes.some((each) => each.life.name === id && !each.life.ended),
    operator: people.operator,
    agent: people.agent,
    workingDirectory: world.workingDirectory,
    limits: {
      opening: 10_000,
      navigation: 5_000,
      closing: 2_000,
      draining: 20_000,
      drainingPoll: 200,
      driver,
    },
    startGuard: async () => {
      guards += 1;
      const guard = simulatedGuard(steady, world.processes.length * 1_000 + guards);
      world.guards.set(guard.endpoint.proxyUrl, guard);
      return guard;
    },
  };
}

async function live(world: AgentsWorld, process: HostProcess): Promise<void> {
  for (;;) {
    await ask(world, process, { name: 'recover', computer_id: null }, async () => {
      const told = [...(await process.host.recover()), ...(await process.computers.recover())];
      for (const line of told) world.trace(`  ${process.life.name}: ${line}`);
    });
    await world.scheduler.turn(process.life, 'rests', 5_000 + world.chance.below(15_000));
  }
}

/** How long somebody waits for an answer before they take it for lost, in milliseconds. */
const patience = 180_000;

/** What a caller is answered; null when the process died, or its store failed, before it answered. */
export async function ask<Value>(
  world: AgentsWorld,
  { life }: HostProcess,
  { name, computer_id }: Pick<Call, 'name' | 'computer_id'>,
  work: () => Promise<Value>,
  caller: Life = world.nature,
): Promise<{ readonly value: Value; readonly call: Call } | null> {
  const call: Call = { name, computer_id, contacts: [] };
  const working = place.run({ life, call }, work).then(
    (value) => ({ value, call }),
    (error: unknown) => {
      judgeFault(world, name, error);
      return null;
    },
  );
  const timeout = world.scheduler.timeout(caller, `${name} unanswered`, patience);
  const nobody = Promise.race([timeout.over, life.end]).then(() => null);
  const answer = await Promise.race([working, nobody]);
  timeout.cancel();
  return answer;
}

/** Stores and engines may fail, and say so in faults of their own; nothing else of a host may. */
function judgeFault(world: AgentsWorld, name: string, error: unknown): void {
  if (KernelFault.isInstance(error) && error.code !== 'contention') {
    world.judge.wrong(`kernel.fault: ${name} ${error.code} ${error.message}`);
    return;
  }
  const explained = error instanceof Error && 'code' in error;
  if (!explained)
    world.judge.wrong(`host.fault: ${name} ${error instanceof Error ? error.stack : String(error)}`);
  else world.trace(`  ${name} failed: ${error.message}`);
}
