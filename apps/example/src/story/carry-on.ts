import { systemClock, type Todo } from '@cux/kernel';
import { nextStep, type TodoRun } from '@cux/runtime';
import { countBeforeDecision, decide } from './decide.ts';
import { DemoFault } from './demo-fault.ts';
import { workspace } from './people.ts';
import type { StoryItem } from './story-file.ts';
import type { Storyteller } from './storyteller.ts';
import { waitUntil } from './wait-until.ts';

/** Far more than any story needs; a story that goes round in circles ends here instead of never. */
const maximumSteps = 30;

/** Carries the item on until nothing is left to run or to decide. Answers the item as it then stands. */
export async function carryOn(teller: Storyteller, item: StoryItem): Promise<StoryItem> {
  let present = item;
  let recovered = false;
  for (let count = 0; count < maximumSteps; count += 1) {
    teller.signal.throwIfAborted();
    const next = await nextStep(teller.kernel, workspace, item.goal_id);
    switch (next.kind) {
      case 'finished':
        return present;
      case 'run':
        // A person may have decided elsewhere, with "cux gate decide".
        if (next.todo.action_unit === 'publish_after_approved_gate') {
          present = await countBeforeDecision(teller, present);
        }
        recovered = await run(teller, next.todo);
        break;
      case 'decide': {
        const { item: counted, decided } = await decide(teller, present, next.gate);
        present = counted;
        if (!decided) return present;
        break;
      }
      case 'recover':
        if (recovered) throw new DemoFault('story_off_course', unsettledWork);
        await teller.host.recover();
        recovered = true;
    }
  }
  throw new DemoFault(
    'story_off_course',
    'The story does not end; please report this with the state folder.',
  );
}

const unsettledWork =
  'An attempt is held by another process or cannot be settled yet: wait for it to end, then run again.';

/** True when an unknown outcome has just been handed to recovery. */
async function run(teller: Storyteller, todo: Todo): Promise<boolean> {
  if (todo.not_before !== null && systemClock.now() < todo.not_before) {
    await waitUntil(teller.narrator, todo.not_before, teller.signal);
  }
  const outcome = await attempt(teller, todo);
  teller.signal.throwIfAborted();
  if (outcome.kind === 'settled') return false;
  if (outcome.rule === 'todo.not-yet') {
    await waitUntil(teller.narrator, outcome.retry_at ?? 0, teller.signal);
    return false;
  }
  if (outcome.rule !== 'attempt.outcome-unknown') {
    throw new DemoFault('story_off_course', outcome.message);
  }
  teller.narrator.warn('What was sent is not known. Nothing is tried again; a read-back finds out.');
  await teller.host.recover();
  return true;
}

async function attempt(teller: Storyteller, todo: Todo): Promise<TodoRun> {
  const { host, narrator, providerId, site } = teller;
  switch (todo.action_unit) {
    case 'enrol_stored_session':
      if (site.person === null) throw new DemoFault('story_off_course', 'Nobody is there who could sign in.');
      narrator.step('A person signs in by takeover; no attempt runs meanwhile');
      return host.enrolStoredSession(todo.todo_id, providerId, site.person);
    case 'draft_until_review_gate':
      narrator.step('The agent drafts, up to the review gate');
      break;
    case 'publish_after_approved_gate':
      narrator.step('Publishing, as approved: prepare, commit, one press');
      break;
    case 'inspect_screen':
      narrator.step('Reading back what the site itself holds');
      break;
    default:
      narrator.step(`Next: ${todo.action_unit}`);
  }
  return host.runTodo(todo.todo_id, providerId);
}
