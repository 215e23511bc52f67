import type { ActionOutcome } from '@cux/provider-sdk';
import type { Point } from '../injected/hit.ts';
import type { TicketState } from '../injected/press-ticket.ts';
import { call } from '../session/isolated-world.ts';
import { type Answer, hasUnreadFrames, type PageTarget } from '../session/page-target.ts';
import { type NotReady, refused, unanswered } from './ask.ts';
import type { Aim, Reference, References } from './references.ts';

let lastTicket = 0;

type Armed = { readonly kind: 'ready'; readonly point: Point } | { readonly kind: NotReady };

/**
 * One trusted press. The isolated world checks the element and arms a ticket; at pointer-down it checks again
 * and lets only that one press pass. Once the pointer has gone down nothing is ever sent again, unless our own listener
 * has turned it away before the page heard of it.
 */
export async function press(references: References, ref: string, timeoutMs: number): Promise<ActionOutcome> {
  const found = references.find(ref);
  if (found === null) {
    return refused('stale');
  }
  const until = performance.now() + timeoutMs;
  const aim = references.takeAim(ref);
  const outcome = aim !== null && isGood(aim, found) ? await pressAt(found, aim, timeoutMs) : null;
  return outcome ?? pressWhenReady(found, until - performance.now());
}

/** How old an aim may be, in milliseconds. */
const freshness = 2_000;

/**
 * Whether a pointer may be on its way before the answer is here: only soon after the check, and where every frame of
 * the page is one that turns a pointer without a ticket away.
 */
function isGood({ at }: Aim, { target }: Reference): boolean {
  const isFresh = performance.now() - at <= freshness;
  return isFresh && !target.human && !hasUnreadFrames(target);
}

function newTicket(): number {
  lastTicket += 1;
  return lastTicket;
}

/** Arms first, waiting until the element rests, and sends the pointer to where it was found. */
async function pressWhenReady(found: Reference, timeoutMs: number): Promise<ActionOutcome> {
  const until = performance.now() + timeoutMs;
  const ticket = newTicket();
  const armed = await call<Armed>(found.target, found.world, 'arm', [found.id, ticket], timeoutMs);
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
  const sent = await found.target.guarded(sendPress(found.target, armed.value.point), left);
  return outcomeOf(found, ticket, sent);
}

/**
 * Sends the pointer together with the question whether it may go down there. The question is on its way first; a
 * pointer that came before the ticket, or without one, is turned away by our own listener. Null then: nothing has
 * been pressed.
 */
async function pressAt(found: Reference, aim: Aim, timeoutMs: number): Promise<ActionOutcome | null> {
  const { target, world, id } = found;
  const ticket = newTicket();
  const arming = call<{ readonly kind: 'ready' | 'elsewhere' | NotReady }>(
    target,
    world,
    'armFor',
    [id, ticket, aim.point],
    timeoutMs,
  );
  const sent = await target.guarded(sendPress(target, aim.point), timeoutMs);
  if (target.presses.has(ticket) || sent.kind !== 'value') {
    return outcomeOf(found, ticket, sent);
  }
  const armed = await arming;
  if (armed.kind === 'value' && armed.value.kind !== 'ready') {
    return armed.value.kind === 'elsewhere' ? null : refused(armed.value.kind);
  }
  const turnedAway = await call<number>(target, world, 'pressesTurnedAway', [], 5_000);
  const cameEarly = turnedAway.kind === 'value' && turnedAway.value > aim.turnedAway;
  const outcome = await outcomeOf(found, ticket, sent);
  return cameEarly && outcome.kind === 'outcome_unknown' ? null : outcome;
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

async function outcomeOf(found: Reference, ticket: number, sent: Answer<void>): Promise<ActionOutcome> {
  try {
    return await readOutcome(found, ticket, sent);
  } finally {
    found.target.presses.delete(ticket);
  }
}

async function readOutcome(
  { target, world }: Reference,
  ticket: number,
  sent: Answer<void>,
): Promise<ActionOutcome> {
  if (sent.kind !== 'value') {
    // Takes the ticket back, in case the pointer has not gone down yet; its answer is not waited for.
    void call(target, world, 'settlePress', [ticket]);
    const state = target.presses.get(ticket);
    if (state === 'covered' || state === 'stale') {
      return refused(state);
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

/**
 * The pointer has gone down and up. That nothing came of it is claimed only where our own listener has turned it
 * away: a document that left without a word may have left because of the press, and one that saw no pointer may have
 * lain under another that did. Under a person's hands it was pressed: that is what they see, too.
 */
function deliveredOutcome(state: TicketState | null, byPerson: boolean): ActionOutcome {
  if (state === 'covered' || state === 'stale') {
    return refused(state);
  }
  const pressed = state === 'pressed' || state === 'clicked';
  return { kind: pressed || byPerson ? 'done' : 'outcome_unknown' };
}
