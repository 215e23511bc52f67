import type { Attempt, Computer } from '@cux/kernel';
import { settle } from '../attempt/settle.ts';
import { abandonLeftBehind, unfinished } from '../host/recover.ts';
import type { RunContext } from '../host/run-context.ts';
import type { Custody } from './custody.ts';
import { isEngineThere, onComputer } from './on-computer.ts';
import { endLeftOf } from './placement.ts';
import { handInReceipt, releaseHeld } from './release-computer.ts';

type Tell = (explanation: string) => void;

/**
 * Placements of dead processes are released, and so is what a fault has left in this one's name without anybody holding it; attempts in
 * sessions that a fault has left behind here are given up. Idempotent; answers a sentence each.
 */
export async function recoverComputers(context: RunContext, custody: Custody): Promise<readonly string[]> {
  const { kernel, workspace, processId } = context;
  const told: string[] = [];
  const tell: Tell = (explanation) => told.push(explanation);
  const attempts = await kernel.attempts(workspace, { states: unfinished });
  for (const attempt of attempts) await giveUpLeftBehind(context, custody, attempt, tell);
  for (const computerId of custody.held()) await giveUpLost(context, custody, computerId, tell);
  const placed = await kernel.computers(workspace, { lifecycles: ['waking', 'awake', 'archiving'] });
  for (const computer of placed) {
    if (computer.placement?.process_id === processId)
      await releaseLeftBehind(context, custody, computer, tell);
    else await releaseOfDead(context, computer, tell);
  }
  return told;
}

/**
 * A process that died has taken its engine along (it dies with its parent, or is ended as an orphan before this), so its
 * placements are gone; those of processes that cannot be proved dead are left alone.
 */
async function releaseOfDead(
  context: RunContext,
  { computer_id, generation, placement }: Computer,
  tell: Tell,
): Promise<void> {
  if (placement === null || (await context.isAlive(placement.process_id))) return;
  if (!(await endLeftOf(context, computer_id, generation))) {
    tell(`The engine of ${computer_id} outlived its host and does not end; end it, and recover again.`);
    return;
  }
  const receipt = await handInReceipt(context, computer_id, generation, [placement.process_id]);
  tell(
    receipt.kind === 'settled'
      ? `${computer_id} was in the custody of a process that has ended: it is ${receipt.value.lifecycle}.`
      : `${computer_id} could not be released (${receipt.rule}): ${receipt.message}`,
  );
}

/**
 * One whose engine has gone while nobody asked anything of it. An engine that only hangs is left alone, and so is one that a person
 * has in hand; whoever has given it back has it no more, also where the answer was lost.
 */
async function giveUpLost(
  context: RunContext,
  custody: Custody,
  computerId: string,
  tell: Tell,
): Promise<void> {
  const held = custody.get(computerId);
  if (held === null || held.work.hands?.over === false) return;
  const there = await onComputer(context, custody, computerId, () =>
    isEngineThere(context, computerId, held),
  );
  if (!there) tell(`${computerId} had lost its engine: it is released, and may be woken again.`);
}

/** In its turn, so that no waking or release of it is under way. */
async function releaseLeftBehind(
  context: RunContext,
  custody: Custody,
  { computer_id, generation }: Computer,
  tell: Tell,
): Promise<void> {
  if (custody.get(computer_id)?.generation === generation) return;
  await custody.inTurn(computer_id, async () => {
    if (custody.get(computer_id) !== null) return;
    const released = await releaseHeld(context, custody, computer_id);
    if (released.kind === 'settled')
      tell(`${computer_id} was left behind by a fault: it is ${released.value.lifecycle}.`);
  });
}

/** In the turn of its Computer nothing is under way there but what the custody knows of. */
async function giveUpLeftBehind(
  context: RunContext,
  custody: Custody,
  { attempt_id, process_id, session_id }: Attempt,
  tell: Tell,
): Promise<void> {
  const { kernel, workspace, processId } = context;
  if (process_id !== processId || session_id === null) return;
  const session = await kernel.session(workspace, session_id);
  if (session === null) return;
  const computerId = session.computer_id;
  const carried = () => custody.get(computerId)?.work.running?.admitted.attemptId === attempt_id;
  if (carried()) return;
  await custody.inTurn(computerId, async () => {
    const attempt = await kernel.attempt(workspace, attempt_id);
    if (attempt === null || carried()) return;
    const explanation = await abandonLeftBehind(context, attempt);
    if (explanation === null) return;
    tell(explanation);
    const now = await kernel.attempt(workspace, attempt_id);
    if (now?.state === 'outcome_unknown') await settle(context, attempt_id, 'stored');
  });
}
