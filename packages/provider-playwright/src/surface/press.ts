import type { ActionOutcome } from '@cux/provider-sdk';
import type { Point } from '../injected/hit.ts';
import type { TicketState } from '../injected/press-ticket.ts';
import { call } from '../session/isolated-world.ts';
import { type Answer, hasUnreadFrames, type PageTarget } from '../session/page-target.ts';
import { arm } from './arm.ts';
import { refused, unanswered } from './ask.ts';
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

/**
 * Whether a pointer may be sent on the strength of an earlier check: while its ticket lasts, and where every frame of the
 * page is one that turns a pointer without a ticket away.
 */
function isGood({ until }: Aim, { target }: Reference): boolean {
  return performance.now() < until && !target.human && !hasUnreadFrames(target);
}

async function armAndPress(found: Reference, timeoutMs: number): Promise<ActionOutcome> {
  const until = performance.now() + timeoutMs;
  const armed = await arm(found, timeoutMs, timeoutMs);
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
  return outcome === 'missed' ? refused('covered') : outcome;
}

/** `missed`: our own listener has turned the pointer away, since it did not hit, or its ticket was over. */
async function sendAndSettle(
  found: Reference,
  { point, ticket }: Aim,
  timeoutMs: number,
): Promise<ActionOutcome | 'missed'> {
  const { target } = found;
  try {
    const sent = await target.guarded(sendPress(target, point), timeoutMs);
    return await readOutcome(found, ticket, sent);
  } finally {
    target.presses.delete(ticket);
  }
}

/** Three messages in a row, without waiting in between: the page gets no time to slip something in. */
async function sendPress({ channel }: PageTarget, { x, y }: Point): Promise<void> {
  const at = { x, y, pointerType: 'mouse' } as const;
  await Promise.all([
    channel.send('Input.dispatchMouseEvent', { ...at, type: 'mouseMoved' }),
    channel.send('Input.dispatchMouseEvent', {
      ...at,
      type: 'mousePressed',
      button: 'left',
      buttons: 1,
      clickCount: 1,
    }),
    channel.send('Input.dispatchMouseEvent', {
      ...at,
      type: 'mouseReleased',
      button: 'left',
      buttons: 0,
      clickCount: 1,
    }),
  ]);
}

async function readOutcome(
  { target, world }: Reference,
  ticket: number,
  sent: Answer<void>,
): Promise<ActionOutcome | 'missed'> {
  if (sent.kind !== 'value') {
    // Takes the ticket back, in case the pointer has not gone down yet; its answer is not waited for.
    void call(target, world, 'settlePress', [ticket]);
    const state = target.presses.get(ticket) ?? null;
    const turnedAway = turnedAwayAs(state);
    if (turnedAway !== null) {
      return turnedAway;
    }
    const seen = sent.kind === 'dialog' || sent.kind === 'gone';
    return seen && (state === 'pressed' || state === 'clicked')
      ? { kind: 'done' }
      : { kind: 'outcome_unknown' };
  }
  // A click closes its ticket by itself, and tells so while it happens.
  if (target.presses.get(ticket) === 'clicked') {
    return { kind: 'done' };
  }
  const settled = await call<TicketState | null>(target, world, 'settlePress', [ticket], 5_000);
  const state = target.presses.get(ticket) ?? (settled.kind === 'value' ? settled.value : null);
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
