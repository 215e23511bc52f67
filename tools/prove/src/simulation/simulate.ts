import { createHash } from 'node:crypto';
import { memoryDisk } from '@cux/store-sqlite';
import { diskFrom } from './disk-image.ts';
import { faultyStore } from './faulty-store.ts';
import { Host } from './host.ts';
import { hostClock } from './host-clock.ts';
import { Persons } from './persons.ts';
import { newLife } from './scheduler.ts';
import { firstProcess, type Setup } from './setups.ts';
import { heal, step } from './steps.ts';
import { type Plants, World } from './world.ts';

export interface SimulationOptions {
  readonly seed: number;
  /** Steps of the scheduler. */
  readonly operations: number;
  readonly setups: readonly Setup[];
  readonly plants?: Plants;
  /** Afterwards nothing fails any more, and everything has to come to its end. */
  readonly heal?: boolean;
  readonly trace?: (line: string) => void;
}

export interface SimulationResult {
  readonly seed: number;
  readonly operations: number;
  readonly commands: number;
  readonly effects: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
  /** Over the log's head and everything that happened, in order: two runs of one seed have the same. */
  readonly hash: string;
}

/** Plays one seed. Nothing in it looks at a real clock or at real chance. */
export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  const { seed, operations, setups, plants, trace } = options;
  const hash = createHash('sha256');
  const told = (line: string): void => {
    hash.update(line).update('\n');
    trace?.(line);
  };
  const setup = setups[seed % setups.length];
  const disk = setup === undefined ? memoryDisk() : diskFrom(setup.image);
  const world = new World({ seed, disk, trace: told, ...(plants === undefined ? {} : { plants }) });
  try {
    await begin(world, setup);
    let done = 0;
    while (done < operations && world.judge.violations.length === 0 && (await step(world))) done += 1;
    if (options.heal === true && world.judge.violations.length === 0) done += await heal(world);
    await world.judge.finish();
    hash.update(world.judge.mirror.head);
    const { mirror, effects, violations } = world.judge;
    const { counts: faults } = world.faults;
    const { batches: commands } = mirror;
    return {
      seed,
      operations: done,
      commands,
      effects: effects.length,
      faults,
      violations,
      hash: hash.digest('hex'),
    };
  } finally {
    world.disk.discard();
  }
}

/** Takes up where this seed begins, and lets everybody in. */
async function begin(world: World, setup: Setup | undefined): Promise<void> {
  world.judge.decisions.push(...(setup?.decisions ?? []));
  await world.judge.adopt([]);
  world.dead.push(firstProcess);
  await inhabit(world, 2 + world.chance.below(2));
}

/** Starts host processes, and lets people in. */
export async function inhabit(world: World, hosts: number): Promise<void> {
  world.startHost = () => startHost(world);
  for (let each = 0; each < hosts; each += 1) await startHost(world);
  void new Persons(world).live();
}

async function startHost(world: World): Promise<void> {
  const life = newLife(`process-${world.hosts.length + 1}`);
  const clock = hostClock(world);
  const host = new Host(world, life, clock, await faultyStore(world, life));
  world.hosts.push({ life, kernel: host.kernel, setClock: clock.set });
  void host.live().catch((error: unknown) => {
    world.judge.wrong(`host.fault: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown'}`);
  });
}
