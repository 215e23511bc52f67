import type { Principal } from '@cux/contracts';
import {
  type Answer,
  type CommandInput,
  type CommandKind,
  type CommandResult,
  type Kernel,
  KernelFault,
} from '@cux/kernel';
import type { Life } from './scheduler.ts';
import { type World, workspace } from './world.ts';

/** A command on its way: who waits for its answer, and which kernels may be asked. */
export interface Sending<Kind extends CommandKind> {
  readonly life: Life;
  readonly kind: Kind;
  readonly principal: Principal;
  readonly key: string;
  readonly input: CommandInput<Kind>;
  /** The kernel that is asked at each try; undefined when there is none. */
  readonly kernel: () => Kernel | undefined;
}

/**
 * Sends a command until somebody has answered, under the same key: it may be dropped, delayed or sent twice, its answer
 * may be lost, and the kernel may fail or die on the way. Answers null when nobody answered after all.
 */
export async function sendCommand<Kind extends CommandKind>(
  world: World,
  sending: Sending<Kind>,
): Promise<Answer<CommandResult<Kind>> | null> {
  const { life, kind } = sending;
  for (let round = 0; round < 4; round += 1) {
    if (world.goesWrong(0.03)) {
      world.faults.add('command dropped', kind);
      await world.scheduler.turn(life, `${kind} again`, 500);
      continue;
    }
    if (world.goesWrong(0.06)) {
      world.faults.add('command delayed', kind);
      await world.scheduler.turn(life, `${kind} late`, world.chance.below(40_000));
    }
    if (world.goesWrong(0.04)) {
      world.faults.add('command sent twice', kind);
      void deliver(world, sending).then((twin) => (twin === null ? undefined : heard(world, sending, twin)));
    }
    const answer = await deliver(world, sending);
    if (answer === null || world.goesWrong(0.04)) {
      if (answer !== null) world.faults.add('answer dropped', kind);
      await world.scheduler.turn(life, `${kind} again`, 500);
      continue;
    }
    await heard(world, sending, answer);
    return answer;
  }
  return null;
}

/** What the sender was told is held to from now on. */
async function heard<Kind extends CommandKind>(
  world: World,
  { kind, principal, key }: Sending<Kind>,
  answer: Answer<CommandResult<Kind>>,
): Promise<void> {
  world.trace(`  ${kind} ${answer.kind === 'accepted' ? 'accepted' : answer.rule}`);
  if (answer.kind !== 'accepted') return;
  const scope = `${principal.kind}:${principal.id}`;
  const { replayed: _, ...stored } = answer;
  await world.judge.acknowledge({ scope, key, command: kind, answer: stored });
}

/** One delivery: an answer, or null when the store failed or the process ended before it answered. */
async function deliver<Kind extends CommandKind>(
  world: World,
  { life, kind, principal, key, input, kernel }: Sending<Kind>,
): Promise<Answer<CommandResult<Kind>> | null> {
  const asked = kernel();
  if (asked === undefined) return null;
  const answered = asked.execute(kind, { workspace, principal, key }, input).catch((error: unknown) => {
    judgeFault(world, kind, error);
    return null;
  });
  // Where the process that was asked ends, its answer never comes: the sender stops waiting.
  const timeout = world.scheduler.timeout(life, `${kind} unanswered`, 120_000);
  const answer = await Promise.race([answered, timeout.over.then(() => null)]);
  timeout.cancel();
  return answer;
}

/** The store may fail; the kernel's own laws may not. */
function judgeFault(world: World, kind: string, error: unknown): void {
  if (KernelFault.isInstance(error) && error.code !== 'contention')
    world.judge.wrong(`kernel.fault: ${kind} ${error.code} ${error.message}`);
}
