import type { ActionOutcome } from '@cux/provider-sdk';
import type { Point } from '../injected/hit.ts';
import type { TicketState } from '../injected/press-ticket.ts';
import { call } from '../session/isolated-world.ts';
import type { Answer, PageTarget } from '../session/page-target.ts';
import { arm } from './arm.ts';
import { refused, unanswered } from './ask.ts';
import { mayPointAhead, movePointer, pressButton } from './pointer.ts';
import { stillReaches } from './reach.ts';
import type { Aim, Reference, References } from './references.ts';

/**
 * One trusted press. The isolated world has checked the element and given out a ticket; at pointer-down it checks again
 * and lets only that one press pass. Once the pointer has gone down nothing is ever sent again, unless our own listener
 * has turned it away because the ticket was over or the element has moved since an earlier check.
 */
export async function press(references: References, ref: string, timeoutMs: number): Promise<ActionOutcome> {
  const found = references.find(ref);
  if (found === null) {
    return refused('stale');
  }
  const until = performance.now() + timeoutMs;
  const aim = references.takeAim(ref);
  if (aim !== null && isGood(aim, found)) {
    const outcome = await sendAndSettle(found, aim, timeoutMs);
    if (outcome !== 'missed') {
      return outcome;
    }
  }
  return armAndPress(found, until - performance.now());
}

/** Whether a pointer may be sent on the strength of an earlier check: while its ticket lasts. */
function isGood({ until }: Aim, { target }: Reference): boolean {
  return performance.now() < until && mayPointAhead(target);
}

/**
 * How often an element is checked anew after the pointer came and was turned away. An animation that has not begun yet
 * looks like rest, for as long as a busy machine draws nothing; what covers it to stay does so at the next check.
 */
const checks = 3;

async function armAndPress(found: Reference, timeoutMs: number): Promise<ActionOutcome> {
  const until = performance.now() + timeoutMs;
  for (let check = 1; ; check += 1) {
    const wait = until - performance.now();
    const armed = await arm(found, wait, wait);
    if (armed.kind !== 'value') {
      return unanswered(armed);
    }
    if (armed.value.kind !== 'ready') {
      return refused(armed.value.kind);
    }
    const left = until - performance.now();
    if (left <= 0) {
      return refused('moving');
    }
    const outcome = await sendAndSettle(found, armed.value.aim, left);
    if (outcome !== 'missed') {
      return outcome;
    }
    if (check === checks || until - performance.now() <= 0) {
      return refused('covered');
    }
  }
}

/** `missed`: our own listener has turned the pointer away, since it did not hit, or its ticket was over. */
async function sendAndSettle(
  found: Reference,
  aim: Aim,
  timeoutMs: number,
): Promise<ActionOutcome | 'missed'> {
  const { target } = found;
  const { ticket } = aim;
  try {
    const clicked = target.tickets.reached(ticket, 'clicked');
    if (aim.inner !== null && !(await pointInto(found, aim, aim.inner, timeoutMs))) {
      return 'missed';
    }
    const sent = await target.guarded(Promise.race([clicked, sendPress(target, aim)]), timeoutMs);
    return await readOutcome(found, ticket, sent, clicked);
  } finally {
    target.tickets.forget(ticket);
  }
}

/** Into a frame of another origin the pointer goes first, and is pressed when it is still where it should be. */
async function pointInto(
  { target, ...found }: Reference,
  { point, pointed }: Aim,
  inner: Point,
  timeoutMs: number,
): Promise<boolean> {
  const moved = pointed ? null : await target.guarded(movePointer(target, point), timeoutMs);
  const arrived = moved === null || moved.kind === 'value';
  return arrived && (await stillReaches({ target, ...found }, inner, point, timeoutMs));
}

/** All messages in a row, without waiting in between: the page gets no time to slip something in. */
async function sendPress(target: PageTarget, { point, inner, pointed }: Aim): Promise<void> {
  await Promise.all([
    ...(pointed || inner !== null ? [] : [movePointer(target, point)]),
    pressButton(target, point),
  ]);
}

async function readOutcome(
  { target, world }: Reference,
  ticket: number,
  sent: Answer<void>,
  clicked: Promise<void>,
): Promise<ActionOutcome | 'missed'> {
  if (sent.kind !== 'value') {
    // Takes the ticket back, in case the pointer has not gone down yet; its answer is not waited for.
    void call(target, world, 'settlePress', [ticket]);
    const state = target.tickets.pressOf(ticket);
    const turnedAway = turnedAwayAs(state);
    if (turnedAway !== null) {
      return turnedAway;
    }
    const seen = sent.kind === 'dialog' || sent.kind === 'gone';
    return seen && (state === 'pressed' || state === 'clicked')
      ? { kind: 'done' }
      : { kind: 'outcome_unknown' };
  }
  // A click closes its ticket by itself, and tells so as it begins: whatever asks the page next comes after its effect.
  if (target.tickets.pressOf(ticket) === 'clicked') {
    return { kind: 'done' };
  }
  const settled = await Promise.race([
    call<TicketState | null>(target, world, 'settlePress', [ticket], 5_000),
    clicked.then(() => ({ kind: 'value', value: 'clicked' }) as const),
  ]);
  const state = target.tickets.pressOf(ticket) ?? (settled.kind === 'value' ? settled.value : null);
  return deliveredOutcome(state, target.human);
}

/** What it means that our own listener turned the pointer away; null when it did not. */
function turnedAwayAs(state: TicketState | null): ActionOutcome | 'missed' | null {
  switch (state) {
    case 'covered':
    case 'expired':
      return 'missed';
    case 'stale':
    case 'disabled':
      return refused(state);
    default:
      return null;
  }
}

/**
 * The pointer has gone down and up. That nothing came of it is claimed only where our own listener has turned it
 * away: a document that left without a word may have left because of the press, and one that saw no pointer may have
 * lain under another that did. Under a person's hands it was pressed: that is what they see, too.
 */
function deliveredOutcome(state: TicketState | null, byPerson: boolean): ActionOutcome | 'missed' {
  const turnedAway = turnedAwayAs(state);
  if (turnedAway !== null) {
    return turnedAway;
  }
  const pressed = state === 'pressed' || state === 'clicked';
  return { kind: pressed || byPerson ? 'done' : 'outcome_unknown' };
}
