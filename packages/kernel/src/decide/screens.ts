import type { Computer } from '../state/computer.ts';
import type { Screen } from '../state/screen.ts';
import {
  changeScreen,
  endOfHands,
  heldComputer,
  knownComputer,
  screenOf,
  unknownComputer,
} from './computers.ts';
import {
  accept,
  type Decider,
  type Deciding,
  isRefused,
  type RefusedDecision,
  refuse,
  refuseForGood,
} from './deciding.ts';
import { noteNext } from './session-events.ts';
import { attemptUnderWay, openedSession } from './sessions.ts';
import { noteWaking } from './wakings.ts';

interface Pair {
  readonly computer: Computer;
  readonly screen: Screen;
}

/** An observation has been made under the present control: the head advances. */
export const settleObservation: Decider<'settle-observation'> = function* (input, context) {
  const held = yield* heldComputer(input);
  if (isRefused(held)) return held;
  const pair = yield* pairOf(input);
  if (isRefused(pair)) return pair;
  const detached = notAttached(pair);
  if (detached !== null) return detached;
  const stale = epochRefusal(input.control_epoch, pair.screen);
  if (stale !== null) return stale;
  const session = yield* openedSession(input.session_id);
  if (isRefused(session)) return session;
  if (session.computer_id !== pair.computer.computer_id) return unknownComputer();
  const observation_generation = pair.screen.observation_generation + 1;
  changeScreen(context, pair.screen, {
    observation_generation,
    active_target: input.active_target,
    observed_at: context.now,
  });
  // In the commit that the head advances with, so that counting it costs none of its own.
  noteNext(context, session, { kind: 'observation-settled', attempt_id: session.attempt_id });
  context.work.event('screen-observed', { screen_id: pair.screen.screen_id, observation_generation });
  return accept({ observation_generation });
};

/** A person wants the Screen: nothing new begins on it, and what is under way comes to its end. */
export const beginTakeover: Decider<'begin-takeover'> = function* (input, context) {
  const pair = yield* pairAt(input);
  if (isRefused(pair)) return pair;
  if (pair.screen.control !== 'agent') return wrongHands(pair, 'agent');
  const control_epoch = pair.screen.control_epoch + 1;
  changeScreen(context, pair.screen, { control: 'draining', control_epoch });
  context.work.event('takeover-begun', { screen_id: pair.screen.screen_id, control_epoch });
  return accept({ control: 'draining', control_epoch });
};

/** The Screen is a person's once no attempt is under way on it: none spans a human wait. */
export const finishDraining: Decider<'finish-draining'> = function* (input, context) {
  const pair = yield* pairAt(input);
  if (isRefused(pair)) return pair;
  if (pair.screen.control !== 'draining') return wrongHands(pair, 'draining');
  const occupied = yield* attemptUnderWay(pair.computer.sessions);
  if (occupied !== null) return occupied;
  changeScreen(context, pair.screen, { control: 'human' });
  yield* noteWaking(context, pair.computer, ({ taken_over_at }) => ({
    taken_over_at: [...taken_over_at, context.now],
  }));
  context.work.event('takeover-drained', { screen_id: pair.screen.screen_id });
  return accept({ control: 'human', control_epoch: pair.screen.control_epoch });
};

/** The person gives the Screen back: whoever acts next has to read first what they left. */
export const handBack: Decider<'hand-back'> = function* (input, context) {
  const pair = yield* pairAt(input);
  if (isRefused(pair)) return pair;
  if (pair.screen.control === 'agent') return wrongHands(pair, 'human');
  const control_epoch = pair.screen.control_epoch + 1;
  const left = pair.screen.control === 'human' ? yield* endOfHands(context, pair.screen) : {};
  changeScreen(context, pair.screen, { control: 'agent', control_epoch, ...left });
  context.work.event('screen-handed-back', { screen_id: pair.screen.screen_id, control_epoch });
  return accept({ control: 'agent', control_epoch });
};

interface AddressedPair {
  readonly computer_id: string;
  readonly screen_id: string;
}

function* pairOf({ computer_id, screen_id }: AddressedPair): Deciding<Pair | RefusedDecision> {
  const computer = yield* knownComputer(computer_id);
  if (isRefused(computer)) return computer;
  if (computer.screen_id !== screen_id) return unknownComputer();
  const screen = yield* screenOf(computer);
  return isRefused(screen) ? screen : { computer, screen };
}

/** The pair, attached, at the control epoch that the caller has seen. */
function* pairAt(
  input: AddressedPair & { readonly control_epoch: number },
): Deciding<Pair | RefusedDecision> {
  const pair = yield* pairOf(input);
  if (isRefused(pair)) return pair;
  const detached = notAttached(pair);
  if (detached !== null) return detached;
  return epochRefusal(input.control_epoch, pair.screen) ?? pair;
}

/** Why nothing can be done on the pair now; null when it is attached. */
export function notAttached({ computer, screen }: Pair): RefusedDecision | null {
  if (computer.lifecycle === 'awake' && screen.attachment === 'attached') return null;
  return refuse('screen.detached', 'The Screen is not attached; wake its Computer first.');
}

/** Why a caller that has seen this control epoch may do nothing now; null when it is the present one. */
export function epochRefusal(seen: number | null, screen: Screen): RefusedDecision | null {
  if (seen === screen.control_epoch) return null;
  const message = 'Control of the Screen has changed hands since; observe it and decide again.';
  // One that is ahead may still come about; one that is past does not come back.
  return seen !== null && seen > screen.control_epoch
    ? refuse('screen.control-ahead', message)
    : refuseForGood('screen.stale-control', message);
}

function wrongHands({ screen }: Pair, wanted: string): RefusedDecision {
  return refuse(
    'screen.control',
    `Control of the Screen is with "${screen.control}"; this needs "${wanted}".`,
  );
}
