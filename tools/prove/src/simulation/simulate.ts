import { createHash } from 'node:crypto';
import { memoryDisk } from '@cux/store-sqlite';
import { diskFrom } from './disk-image.ts';
import { faultyStore } from './faulty-store.ts';
import { Host } from './host.ts';
import { hostClock } from './host-clock.ts';
import { Persons } from './persons.ts';
import { newLife } from './scheduler.ts';
import { firstProcess, type Setup } from './setups.ts';
import { type HostHandle, type Plants, World } from './world.ts';

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

/** One operation: something may befall a machine, then one of those who wait goes on, and the oracle looks. */
async function step(world: World): Promise<boolean> {
  befall(world);
  world.scheduler.pass(world.chance.below(120));
  const went = world.scheduler.step();
  await settled();
  if (world.written) await world.judge.follow();
  world.written = false;
  return went;
}

/** All that follows from one step, to its end: the promise jobs run out before the next tick's callback. */
function settled(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

/** What may befall a machine between two operations, and how often in 1 000. */
const misfortunes: readonly { readonly often: number; befall(world: World, host: HostHandle): void }[] = [
  {
    often: 12,
    befall: (world, { life }) => {
      world.faults.add('process killed', life.name);
      life.ended = true;
      void world.scheduler
        .turn(world.nature, 'a process starts again', world.chance.below(20_000))
        .then(() => {
          world.dead.push(life.name);
          return startHost(world);
        });
    },
  },
  {
    often: 8,
    befall: (world, { life }) => {
      world.faults.add('process stopped', life.name);
      life.stoppedUntil = world.scheduler.now + world.chance.below(150_000);
    },
  },
  {
    often: 6,
    befall: (world, host) => {
      world.faults.add('wall clock set forward', host.life.name);
      host.setClock(world.chance.below(200_000));
    },
  },
  {
    often: 6,
    befall: (world, host) => {
      world.faults.add('wall clock set back', host.life.name);
      host.setClock(-world.chance.below(200_000));
    },
  },
];

function befall(world: World): void {
  const host = world.livingHost();
  if (host === undefined || world.healed) return;
  let rolled = world.chance.below(1_000);
  for (const misfortune of misfortunes) {
    if (rolled < misfortune.often) {
      misfortune.befall(world, host);
      return;
    }
    rolled -= misfortune.often;
  }
}

/** Lets everybody finish in a world without faults; what is left unfinished then is stuck. */
export async function heal(world: World): Promise<number> {
  world.healed = true;
  let done = 0;
  while (done < 3_000 && world.judge.violations.length === 0 && unfinished(world) !== null) {
    await step(world);
    done += 1;
  }
  const left = unfinished(world);
  if (left !== null) world.judge.wrong(`liveness: ${left} after ${done} operations without a fault`);
  return done;
}

function unfinished(world: World): string | null {
  const { mirror } = world.judge;
  const attempt = mirror
    .all('attempt')
    .find(({ state, outcome }) => !['settled', 'abandoned', 'void'].includes(state) && outcome === null);
  if (attempt !== undefined) return `attempt ${attempt.attempt_id} is still ${attempt.state}`;
  const todo = mirror.all('todo').find(({ state }) => ['running', 'reconciling'].includes(state));
  return todo === undefined ? null : `todo ${todo.todo_id} is still ${todo.state}`;
}
