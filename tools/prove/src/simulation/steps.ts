import type { HostHandle, World } from './world.ts';

/** One operation: something may befall a machine, then one of those who wait goes on, and the oracle looks. */
export async function step(world: World): Promise<boolean> {
  befall(world);
  world.scheduler.pass(world.chance.below(120));
  const went = world.scheduler.step();
  await world.settled();
  if (world.written) await world.judge.follow();
  world.written = false;
  return went;
}

/** What may befall a machine between two operations, and how often in 1 000. */
const misfortunes: readonly { readonly often: number; befall(world: World, host: HostHandle): void }[] = [
  {
    often: 12,
    befall: (world, { life }) => {
      world.faults.add('process killed', life.name);
      life.die();
      void world.scheduler
        .turn(world.nature, 'a process starts again', world.chance.below(20_000))
        .then(() => {
          world.dead.push(life.name);
          return world.startHost();
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
  let rolled = world.chance.below(1_000 * world.calm);
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
  while (done < 3_000 && world.judge.violations.length === 0 && world.unfinished() !== null) {
    await step(world);
    done += 1;
  }
  const left = world.unfinished();
  if (left !== null) world.judge.wrong(`liveness: ${left} after ${done} operations without a fault`);
  return done;
}
