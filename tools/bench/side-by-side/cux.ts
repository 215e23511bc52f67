import type { Store } from '@cux/kernel';
import { people, records, Story, stoppedClock } from '@cux/kernel/store-suite';
import { openPostgresStore } from '@cux/store-postgres';
import { openSqliteStore } from '@cux/store-sqlite';
import { kernelOver } from '../src/callers.ts';
import { serve } from './serve.mjs';

// A todo, a question, a person's decision, and the admission of the attempt that it opens. Argument: a file or an address.
const place = process.argv[2] ?? ':memory:';
const store: Store = place.startsWith('postgres')
  ? await openPostgresStore({ url: place })
  : await openSqliteStore({ path: place });
const kernel = kernelOver(store);
const story = new Story(store, { kernel, clock: stoppedClock(Date.now()) });
/** A goal keeps what its attempts have reserved; each has a few. */
const waitsOfGoal = 20;
let waits = 0;
let goal = Promise.resolve('');

function nextGoal(): Promise<string> {
  if (waits % waitsOfGoal === 0) goal = newGoal(`goal-${process.pid}-${waits}`);
  waits += 1;
  return goal;
}

async function newGoal(goal_id: string): Promise<string> {
  await story.must('create-goal', { goal_id, mode: 'drafting', owner_id: people.owner.id, quota: {} });
  return goal_id;
}

async function cycle(id: string): Promise<void> {
  const todo_id = `todo-${id}`;
  const goal_id = await nextGoal();
  const made = story.must('create-todo', {
    goal_id,
    todo_id,
    capability: records.capability,
    action_unit: 'enrol_stored_session',
    record_id: null,
  });
  // Where commands are decided in the order in which they are sent, the question need not wait for the todo to be on disk.
  if (store.decisionsAtOnce !== undefined) await made;
  const asked = story.must('raise-standing-gate', {
    todo_id,
    subject: { principal_id: people.agent.id, account: id, origin: records.site, window_ms: 86_400_000 },
    attention: records.attention(`May the agent use the account ${id}?`),
    provenance: [people.agent],
    expires_in_ms: 3_600_000,
  });
  const [{ gate_id, revision }] = await Promise.all([asked, made]);
  await story.must('decide-gate', { gate_id, revision, decision: 'approve', reason: null }, people.reviewer);
  await story.must('admit-attempt', await story.admission(todo_id, 'credential_use'));
}

serve(cycle, () => kernel.close());
