import { createHash } from 'node:crypto';
import { people } from '@cux/kernel/store-suite';
import { changeOfTask } from '@cux/site-tasks';
import type { PlainRecord } from '../oracle/entities.ts';
import { Persons } from '../simulation/persons.ts';
import { firstProcess } from '../simulation/setups.ts';
import { heal, step } from '../simulation/steps.ts';
import type { Plants } from '../simulation/world.ts';
import { type AgentsWorld, inAgentsWorld, type Mischief } from './agents-world.ts';
import { draftPath } from './desk.ts';
import { startHostProcess } from './host-process.ts';
import { Keeper } from './keeper.ts';
import type { AgentsSetup } from './setup.ts';
import { Takers } from './takers.ts';

export interface AgentsPlay {
  readonly seed: number;
  /** Steps of the scheduler. */
  readonly operations: number;
  readonly setup: AgentsSetup;
  readonly plants?: Plants;
  readonly mischief?: Mischief;
  /** Afterwards nothing fails any more, and everything has to come to its end. */
  readonly heal?: boolean;
  readonly trace?: (line: string) => void;
}

export interface AgentsResult {
  readonly operations: number;
  readonly commands: number;
  /** Writes of agents that changed something for others. */
  readonly effects: number;
  /** Calls of surfaces. */
  readonly contacts: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
  /** Over the log's head and everything that happened, in order. */
  readonly hash: string;
}

/** Plays one seed of the agents' world. Nothing in it looks at a real clock or at real chance. */
export async function playAgents(play: AgentsPlay): Promise<AgentsResult> {
  const hash = createHash('sha256');
  const trace = (line: string): void => {
    hash.update(line).update('\n');
    play.trace?.(line);
  };
  const { seed, plants = {}, mischief = {} } = play;
  return inAgentsWorld({ seed, plants, mischief, trace, image: play.setup.image }, async (world) => {
    const operations = await playIn(world, play);
    const { oracle, judge, faults } = world;
    return {
      operations,
      commands: judge.mirror.batches,
      effects: oracle.arrivals.filter(({ by, path }) => by === 'agent' && path !== draftPath).length,
      contacts: oracle.contacts,
      faults: faults.counts,
      violations: judge.violations,
      hash: hash.copy().update(judge.mirror.head).digest('hex'),
    };
  });
}

async function playIn(world: AgentsWorld, { operations, setup, heal: heals }: AgentsPlay): Promise<number> {
  await world.judge.adopt([]);
  world.dead.push(firstProcess);
  world.startHost = async () => {
    await startHostProcess(world);
  };
  await world.startHost();
  await world.startHost();
  const keeper = new Keeper(world, setup.places);
  void keeper.live();
  void new Takers(world).live();
  void new Persons(world, anotherTask).live();
  for (const at of setup.places) keeper.admit(at);
  let done = 0;
  while (done < operations && world.judge.violations.length === 0 && (await step(world))) {
    world.oracle.look();
    done += 1;
  }
  if (heals === true && world.judge.violations.length === 0) {
    world.changePolicy(true);
    done += await heal(world);
  }
  await world.judge.finish();
  return done;
}

/** Somebody wants the task done otherwise. */
function anotherTask({ record_id, version }: PlainRecord, text: string) {
  return {
    input: changeOfTask(record_id, { site: 'desk', wanted: text }, version),
    principal: people.author,
  };
}
