import type { FollowingTodo, ProposedTransition } from '@cux/contracts';
import type { Attempt } from '../../state/attempt.ts';
import type { Gate } from '../../state/gate.ts';
import type { Todo } from '../../state/todo.ts';
import {
  type Context,
  type Deciding,
  isRefused,
  type RefusedDecision,
  read,
  readStored,
} from '../deciding.ts';
import { isQuiet } from '../quiet-time.ts';
import { freshTodo } from '../todo-commands.ts';
import { moveTodo } from '../todos.ts';
import { applyRecord } from './apply-record.ts';
import { applySettles, applyUnblocks } from './apply-settles.ts';
import { blockForPerson, obstacleOf, readAgainLater } from './obstacle.ts';
import { raiseProposedGate } from './raise-proposed-gate.ts';
import { ruleOut } from './rule-out.ts';

/** A judged proposal with what it is about. */
export interface Proposing {
  readonly attempt: Attempt;
  readonly todo: Todo;
  readonly proposal: ProposedTransition;
  /**
   * - `uncommitted`: a reported attempt that sent nothing beyond its draft rules.
   * - `committed`: a reported attempt whose final action was pressed.
   * - `outcome-unknown`: committed and silent.
   * - `void`: committed, and shown to have spent nothing.
   */
  readonly cameTo: 'uncommitted' | 'committed' | 'outcome-unknown' | 'void';
}

export interface Applied {
  readonly todo: Todo;
  readonly gate: Gate | null;
}

/**
 * Everything that a proposal asks for, or the first reason why not. It can raise a gate and never open or consume
 * one; it moves its own todo, the todo whose outcome it was made to find out, and one that waits for it. A lawful
 * proposal is refused only for what its reducer can see and answer differently when it is run again; for anything
 * else that stands in its way, the todo is blocked for a person, so that every attempt can be settled.
 */
export function* applyProposal(context: Context, proposing: Proposing): Deciding<Applied | RefusedDecision> {
  const refusal = yield* ruleOut(context, proposing);
  if (refusal !== null) return refusal;
  const obstacle = yield* obstacleOf(context, proposing);
  if (obstacle === 'settles.too-early') yield* readAgainLater(context, proposing);
  else if (obstacle !== null) yield* blockForPerson(context, proposing, obstacle);
  const gate = obstacle === null ? yield* applyWhole(context, proposing) : null;
  if (isRefused(gate)) return gate;
  const todo = yield* readStored('todo', proposing.todo.todo_id);
  context.work.event('proposal-applied', {
    attempt_id: proposing.attempt.attempt_id,
    because: obstacle ?? proposing.proposal.because,
    came_to: proposing.cameTo,
  });
  return { todo, gate };
}

function* applyWhole(context: Context, proposing: Proposing): Deciding<Gate | RefusedDecision | null> {
  const recordRefusal = yield* applyRecord(context, proposing);
  if (recordRefusal !== null) return recordRefusal;
  yield* createFollowing(context, proposing);
  const settled = yield* applySettles(context, proposing);
  if (isRefused(settled)) return settled;
  const unblocksRefusal = yield* applyUnblocks(context, proposing);
  if (unblocksRefusal !== null) return unblocksRefusal;
  yield* moveOwnTodo(context, proposing);
  return yield* raiseProposedGate(context, proposing, settled);
}

function* moveOwnTodo(context: Context, { todo, proposal }: Proposing): Deciding<void> {
  const { state, action_unit, successor, attention } = proposal.todo;
  const patch = {
    because: proposal.because,
    action_unit: action_unit ?? todo.action_unit,
    successor,
    attention,
    attempt_id: null,
  };
  const present = yield* readStored('todo', todo.todo_id);
  if (present.state === state) context.work.change('todo', present, patch);
  else moveTodo(context, present, state, patch);
}

function* createFollowing(context: Context, { todo, proposal }: Proposing): Deciding<void> {
  for (const following of proposal.following) {
    context.work.create('todo', yield* followingTodo(context, todo, following));
    const { todo_id, state } = following;
    context.work.event('todo-created', { todo_id, goal_id: todo.goal_id, state });
  }
}

function* followingTodo(context: Context, todo: Todo, following: FollowingTodo): Deciding<Todo> {
  const { reconciles_attempt_id: reconciles } = following;
  const reconciled = reconciles === null ? null : yield* read('attempt', reconciles);
  const silent = reconciled?.state === 'outcome_unknown' && isQuiet(context, reconciled);
  return freshTodo({
    todo_id: following.todo_id,
    goal_id: todo.goal_id,
    capability: todo.capability,
    action_unit: following.action_unit,
    record_id: following.record_id,
    state: following.state,
    attention: following.attention,
    reconciles,
    requested_by: todo.requested_by,
    reopened_by: todo.reopened_by,
    not_before: silent ? reconciled.settle_after : null,
  });
}
