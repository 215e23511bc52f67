import type { ActionUnit } from '@cux/contracts';
import type { Kernel, Todo } from '@cux/kernel';
import { type NextStep, nextStep, waitingOfGoal, wasDeclined } from '@cux/runtime';
import type { Application } from '../application/application.ts';
import { carryOn } from '../application/carry-on.ts';
import { whyAskedAgain } from '../application/why-asked-again.ts';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import { answer, instant } from '../output.ts';
import { atTerminal } from './at-terminal.ts';
import { needsOneGo, reviewInOneGo } from './content-in-one-go.ts';
import { type ContentItem, findItem, siteIdOf, stateOf, stateWords } from './content-item.ts';
import { gateDecide, gateShow } from './gates.ts';
import { nextDraft, type SignIns, signInsOf } from './signed-in.ts';

const draftUnits: ReadonlySet<ActionUnit> = new Set(['draft_until_review_gate', 'inspect_screen']);
const publishUnits: ReadonlySet<ActionUnit> = new Set([...draftUnits, 'publish_after_approved_gate']);

/** Works on an item up to its review gate; presses nothing that publishes. */
export async function contentDraft(
  application: Application,
  recordId: string,
  going: Going = {},
): Promise<void> {
  if (application.nothingKept) throw needsOneGo(recordId);
  return work(application, recordId, going, draftUnits, [
    'review ready',
    'approved',
    'published',
    'readback verified',
  ]);
}

/** Publishes an item as it was approved, and reads back what the site itself holds. */
export async function contentPublish(
  application: Application,
  recordId: string,
  review: ContentReview,
  going: Going = {},
): Promise<void> {
  if (application.nothingKept) await reviewInOneGo(application, recordId, draftUnits, review);
  return work(application, recordId, going, publishUnits, ['readback verified']);
}

/** How a command goes on: whether it stays while what left may still arrive. */
export interface Going {
  readonly waits?: boolean;
}

async function work(
  application: Application,
  recordId: string,
  going: Going,
  units: ReadonlySet<ActionUnit>,
  wanted: readonly string[],
): Promise<void> {
  const { state, workspace, output } = application;
  const { todo } = await findItem(state, workspace, recordId);
  const reasons: string[] = [];
  const onSettled = (because: string) => void reasons.push(because);
  const next = await carryOn(application, todo.goal_id, units, { ...going, onSettled });
  const item = await findItem(state, workspace, recordId);
  const reached = wanted.includes(stateWords(item));
  const words = await whatNext(application, item, next);
  if (!reached) {
    const told = [whyAskedAgain(reasons), `The item is ${stateWords(item)}.`, words];
    throw new CliFault('needs_a_person', told.filter((text) => text !== '').join(' '));
  }
  answer(output, { item: recordId, state: stateWords(item), site_id: siteIdOf(item), next: words }, [
    `The item ${recordId} is ${stateWords(item)}; the site calls it ${siteIdOf(item)}.`,
    words === '' ? nothingLeft() : words,
  ]);
}

/** What a person can look at who has nothing left to do for an item. */
function nothingLeft(): string {
  return `Nothing is left to do for it. Next: ${cux`content status`}, or ${cux`audit verify`} to prove the log`;
}

/** The command that a person can go on with, from where the item stands; empty when nothing is left. */
export async function whatNext(
  {
    state,
    workspace,
    signIns = signInsOf(state, workspace),
  }: Pick<Application, 'state' | 'workspace'> & { readonly signIns?: SignIns },
  item: ContentItem,
  next: NextStep,
): Promise<string> {
  const { record_id: id } = item.record;
  switch (next.kind) {
    case 'decide':
      return next.gate.kind === 'standing'
        ? `A person has to sign in first: ${cux`session enrol --item ${id}`}`
        : `Next: ${cux`content review ${id}`}`;
    case 'run':
      return runNext(next.todo, id, signIns);
    case 'recover':
      return underWay(state, workspace, item);
    case 'finished': {
      if (stateOf(item) === 'rejected') {
        return `A person has said no to exactly this, so nothing was published. To have it asked again: ${cux`todo reopen ${id}`}, or give it up: ${cux`content skip ${id}`}`;
      }
      const declined = await declinedOf(state.kernel, workspace, item.todo.goal_id);
      if (declined !== null) return afterNo(declined, id);
      const [own] = await waitingOfGoal(state.kernel, workspace, item.todo.goal_id);
      if (own === undefined) return '';
      if (own.action_unit === 'enrol_stored_session') {
        return `${own.question} Sign in: ${cux`session enrol --item ${id}`}, or give up with ${cux`content skip ${id}`}`;
      }
      const unsettled = await state.kernel.unsettled(workspace);
      const silent = unsettled.find(({ todo_id }) => todo_id === own.todo_id);
      return silent !== undefined
        ? `${own.question} Look at the site, and say so: ${cux`attempt settle ${silent.attempt_id}`}`
        : `${own.question} Once it is cleared: ${cux`todo reopen ${own.todo_id}`}, or give up with ${cux`content skip ${id}`}`;
    }
  }
}

/** The todo of a goal that a person has said no to; null where there is none. */
async function declinedOf(kernel: Kernel, workspace: string, goalId: string): Promise<Todo | null> {
  const blocked = await kernel.todos(workspace, { goal_id: goalId, states: ['blocked'] });
  return blocked.find(wasDeclined) ?? null;
}

function afterNo({ action_unit, todo_id }: Todo, id: string): string {
  const giveUp = cux`content skip ${id}`;
  return action_unit === 'enrol_stored_session'
    ? `A person has said no to the use of the account, so nobody signs in. To have it asked again: ${cux`session enrol --item ${id}`}, or give up with ${giveUp}`
    : `What was asked or approved was taken back, so nothing was published. To have it asked again: ${cux`todo reopen ${todo_id}`}, or give up with ${giveUp}`;
}

/** From the commit on the item may be out, whatever its record still says; before, a recovery begins anew. */
async function underWay(state: Application['state'], workspace: string, item: ContentItem): Promise<string> {
  const attempts = await state.kernel.attempts(workspace, { todo_id: item.todo.todo_id });
  const silent = attempts.find(
    (attempt) => attempt.state === 'committed' || attempt.state === 'outcome_unknown',
  );
  return silent === undefined
    ? `An attempt is under way or was left behind: ${cux`recover`}`
    : `What was approved may have been published, by the attempt of ${instant(silent.admitted_at)}: ${cux`content publish ${item.record.record_id}`} finds out`;
}

async function runNext({ action_unit }: Todo, id: string, signIns: SignIns): Promise<string> {
  if (action_unit === 'enrol_stored_session')
    return `A person has to sign in first: ${cux`session enrol --item ${id}`}`;
  return action_unit === 'draft_until_review_gate'
    ? nextDraft(id, await signIns.before(id))
    : `Next: ${cux`content publish ${id}`}`;
}

export interface ContentReview {
  readonly interactive: boolean;
  readonly ask: (question: string) => Promise<'approve' | 'reject' | null>;
}

/**
 * Shows a person what would be published, and asks for their decision.
 *
 * @throws CliFault `needs_a_person`: it is shown, and nobody is at a terminal to decide
 */
export async function contentReview(
  application: Application,
  recordId: string,
  { interactive, ask }: ContentReview,
): Promise<void> {
  const { state, workspace, person, output } = application;
  const item = await findItem(state, workspace, recordId);
  const next = await nextStep(state.kernel, workspace, item.todo.goal_id);
  if (next.kind !== 'decide' || next.gate.kind !== 'item') {
    const words = await whatNext(application, item, next);
    throw new CliFault('refused', `The item is ${stateWords(item)}, and asks for no review. ${words}`.trim());
  }
  const { gate_id: gateId } = next.gate;
  if (!interactive || output.json) {
    await gateShow(state, output, gateId, true);
    throw new CliFault(
      'needs_a_person',
      `Nothing was decided, as nobody can be asked here: run "${cux`content review ${recordId}`}" ${atTerminal(interactive, output)} ("${cux`gate show ${gateId} --whole`}" only shows it).`,
    );
  }
  await gateDecide(state, output, { gateId, person, interactive, ask });
  const after = await findItem(state, workspace, recordId);
  const following = await whatNext(
    application,
    after,
    await nextStep(state.kernel, workspace, after.todo.goal_id),
  );
  answer(output, null, following === '' ? [] : [following]);
}
