import { quotaRowId } from '../state/quota.ts';
import { accept, type Decider, read, readMany, refuse, refuseForGood } from './deciding.ts';
import { goalsLockId, readLock, writeLock } from './locks.ts';
import { noUsage } from './quota.ts';

export const createGoal: Decider<'create-goal'> = function* (input, context) {
  if ((yield* read('goal', input.goal_id)) !== null) {
    return refuseForGood('goal.exists', 'There is a goal of this name; choose another one.');
  }
  yield* read('quota', quotaRowId('goal', input.goal_id));
  // Whoever sums up the goals of the workspace at the same moment meets this one.
  writeLock(context, yield* readLock(goalsLockId), {});
  const { goal_id, mode, owner_id, quota } = input;
  context.work.create('goal', { goal_id, revision: 1, state: 'active', mode, owner_id });
  context.work.create('quota', noUsage('goal', goal_id, quota));
  context.work.event('goal-created', { goal_id, mode });
  return accept({ goal_id });
};

export const pauseGoal: Decider<'pause-goal'> = function* (input, context) {
  const goal = yield* read('goal', input.goal_id);
  if (goal === null) return refuse('goal.unknown', 'There is no such goal; list the goals and name one.');
  if (goal.state === 'closed') return refuseForGood('goal.closed', 'The goal is closed for good.');
  const state = input.paused ? 'paused' : 'active';
  if (goal.state !== state) {
    context.work.change('goal', goal, { state });
    context.work.event(input.paused ? 'goal-paused' : 'goal-resumed', { goal_id: goal.goal_id });
  }
  return accept({ state });
};

/**
 * A goal is over when its work is. A todo that is made at the very moment is not looked for: nothing of a closed goal is
 * ever admitted.
 */
export const closeGoal: Decider<'close-goal'> = function* ({ goal_id }, context) {
  const goal = yield* read('goal', goal_id);
  if (goal === null) return refuse('goal.unknown', 'There is no such goal; list the goals and name one.');
  if (goal.state === 'closed') return refuseForGood('goal.closed', 'The goal is closed for good.');
  const todos = yield* readMany('todo', { parent_id: goal_id });
  if (todos.some(({ state }) => state !== 'done' && state !== 'cancelled')) {
    return refuse('goal.not-finished', 'A todo of the goal is not over; finish or cancel it first.');
  }
  context.work.change('goal', goal, { state: 'closed' });
  context.work.event('goal-closed', { goal_id });
  return accept({ state: 'closed' });
};
