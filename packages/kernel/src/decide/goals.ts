import { accept, type Decider, read, refuse, refuseForGood } from './deciding.ts';

export const createGoal: Decider<'create-goal'> = function* (input, context) {
  if ((yield* read('goal', input.goal_id)) !== null) {
    return refuseForGood('goal.exists', 'There is a goal of this name; choose another one.');
  }
  yield* read('quota', input.goal_id);
  const { goal_id, mode, owner_id, quota } = input;
  context.work.create('goal', { goal_id, revision: 1, state: 'active', mode, owner_id, quota });
  context.work.create('quota', {
    goal_id,
    revision: 1,
    reserved: {},
    used: { attempts: 0, external_writes: 0, decisions: 0 },
  });
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
