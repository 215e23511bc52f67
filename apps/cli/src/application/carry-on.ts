import type { ActionUnit } from '@cux/contracts';
import { systemClock, type Todo } from '@cux/kernel';
import { type NextStep, nextStep } from '@cux/runtime';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import { withProgress } from '../progress.ts';
import { afterRefusal } from './after-refusal.ts';
import type { Application } from './application.ts';
import { notYet, untilArrived } from './until-arrived.ts';

/** How work is carried on. */
export interface CarryingOn {
  readonly waits?: boolean;
  readonly onSettled?: (because: string) => void;
}

/** Far more than any item needs; one that goes round in circles ends here instead of never. */
const maximumSteps = 30;

/**
 * Carries a goal on until nothing is left to run, a person has to decide, or the next unit is none of `units`. Recovers first:
 * what a dead process left is settled before anything new happens.
 *
 * @param onSettled is told of each attempt why it ended as it did
 * @param waits whether it stays while what left may still arrive (seconds, in each process anew); otherwise it ends there
 * @returns what comes next
 * @throws CliFault `not_yet`: it does not stay, and the rest is for a later command
 * @throws CliFault `refused`: what stood in the way, in the words of whoever refused
 */
export async function carryOn(
  application: Application,
  goalId: string,
  units: ReadonlySet<ActionUnit>,
  { waits = true, onSettled = () => {} }: CarryingOn = {},
): Promise<NextStep> {
  const { host, state, workspace } = application;
  await host.recover();
  let recovered = false;
  for (let count = 0; count < maximumSteps; count += 1) {
    const next = await nextStep(state.kernel, workspace, goalId);
    if (next.kind === 'run' && units.has(next.todo.action_unit)) {
      recovered = await run(application, next.todo, { waits, onSettled });
      continue;
    }
    if (next.kind !== 'recover') return next;
    if (recovered) throw new CliFault('refused', unsettled);
    await host.recover();
    recovered = true;
  }
  throw new CliFault(
    'refused',
    `The work goes round in circles; see "${cux`attempt list`}" for what was tried.`,
  );
}

const unsettled =
  'Another command is at work on it, or was until just now: wait for it to end, then run this again.';

/** True when an unknown outcome has just been handed to recovery. */
async function run(
  application: Application,
  todo: Todo,
  { waits, onSettled }: Required<CarryingOn>,
): Promise<boolean> {
  const { host, output, providerId } = application;
  // Nobody asks the site before that time is over.
  const waitUntil = async (time: number) => {
    const left = time - systemClock.now();
    if (!waits) throw notYet('The site is asked', left);
    await untilArrived(output, left);
  };
  if (todo.not_before !== null && todo.not_before > systemClock.now()) await waitUntil(todo.not_before);
  const outcome = await withProgress(output, doing(todo), () => host.runTodo(todo.todo_id, providerId));
  if (outcome.kind === 'settled') {
    onSettled(outcome.because);
    return false;
  }
  if (outcome.rule === 'todo.not-yet') {
    await waitUntil(outcome.retry_at ?? 0);
    return false;
  }
  if (outcome.rule !== 'attempt.outcome-unknown') {
    // Somebody else was first: what they have made of it is not this command's to tell.
    if (outcome.rule === 'todo.not-open') throw new CliFault('refused', unsettled);
    throw new CliFault(
      'refused',
      `${outcome.message} (${outcome.rule})${afterRefusal(outcome.rule, providerId)}`,
    );
  }
  await host.recover();
  return true;
}

function doing({ action_unit }: Todo): string {
  switch (action_unit) {
    case 'draft_until_review_gate':
      return 'drafting, up to the review gate';
    case 'publish_after_approved_gate':
      return 'publishing, as approved';
    case 'inspect_screen':
      return 'reading back what the site itself holds';
    default:
      return `working on ${action_unit}`;
  }
}
