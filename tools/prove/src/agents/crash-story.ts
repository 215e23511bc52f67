import type { DeathPoint } from '../simulation/faulty-store.ts';
import { Persons } from '../simulation/persons.ts';
import { firstProcess } from '../simulation/setups.ts';
import { step } from '../simulation/steps.ts';
import { type AgentsWorld, inAgentsWorld } from './agents-world.ts';
import { draftPath } from './desk.ts';
import { startHostProcess } from './host-process.ts';
import type { AgentsSetup } from './setup.ts';
import { Storyteller } from './storyteller.ts';

/** What the story came to. */
export interface ToldStory {
  /** Storage calls that the first process has made. */
  readonly calls: number;
  readonly published: number;
  readonly violations: readonly string[];
}

/** Steps after which a story that has not come to its end is stuck. */
const most = 6_000;

/**
 * An agent publishes one article, in a world where nothing goes wrong but that its first host dies at one storage call. Another host takes
 * over. In the end the desk has the article once, whatever call it was.
 */
export function tellStory(
  setup: AgentsSetup,
  death: DeathPoint | null,
  trace?: (line: string) => void,
): Promise<ToldStory> {
  return inAgentsWorld({ seed: 1, image: setup.image, ...(trace === undefined ? {} : { trace }) }, (world) =>
    tell(world, setup, death),
  );
}

async function tell(
  world: AgentsWorld,
  { places }: AgentsSetup,
  death: DeathPoint | null,
): Promise<ToldStory> {
  await world.judge.adopt([]);
  world.healed = true;
  world.death = death ?? { process: 'process-1', call: Number.POSITIVE_INFINITY, moment: 'before' };
  world.dead.push(firstProcess);
  world.startHost = async () => {
    await startHostProcess(world);
  };
  await world.startHost();
  const [at] = places;
  if (at === undefined) throw new Error('the setup has no agent');
  const story = new Storyteller(world, at);
  void story.live();
  void new Persons(world).live();
  let [steps, succeeded] = [0, false];
  while (steps < most && world.judge.violations.length === 0 && !story.isOver) {
    if (!succeeded && world.processes[0]?.life.ended === true) {
      succeeded = true;
      await world.startHost();
    }
    await step(world);
    steps += 1;
  }
  await world.judge.finish();
  const published = world.oracle.arrivals.filter(({ path }) => path !== draftPath).length;
  if (!story.isOver) world.judge.wrong(`liveness: the article is not out after ${steps} steps`);
  if (published > 1) world.judge.wrong(`desk.once: the article came out ${published} times`);
  return { calls: world.storageCalls, published, violations: world.judge.violations };
}
