import type { ActionOutcome } from '@cux/provider-sdk';
import type { Point } from '../injected/hit.ts';
import type { TicketState } from '../injected/press-ticket.ts';
import { call } from '../session/isolated-world.ts';
import type { Answer, PageTarget } from '../session/page-target.ts';
import { type NotReady, refused, unanswered } from './ask.ts';
import type { Reference, References } from './references.ts';

let lastTicket = 0;

type Armed = { readonly kind: 'ready'; readonly point: Point } | { readonly kind: NotReady };

/**
 * One trusted press. The isolated world checks the element and arms a ticket; at pointer-down it checks again
 * and lets only that one press pass. Once the pointer has gone down nothing is ever sent again.
 */
export async function press(references: References, ref: string, timeoutMs: number): Promise<ActionOutcome> {
  const found = references.find(ref);
  if (found === null) {
    return refused('stale');
  }
  const started = performance.now();
  lastTicket += 1;
  const ticket = lastTicket;
  const armed = await call<Armed>(found.target, found.world, 'arm', [found.id, ticket], timeoutMs);
  if (armed.kind !== 'value') {
    return unanswered(armed);
  }
  if (armed.value.kind !== 'ready') {
    return refused(armed.value.kind);
  }
  const left = timeoutMs - (performance.now() - started);
  if (left <= 0) {
    return refused('moving');
  }
  const sent = await found.target.guarded(sendPress(found.target, armed.value.point), left);
  const outcome = await outcomeOf(found, ticket, sent);
  found.target.presses.delete(ticket);
  return outcome;
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

async function outcomeOf(
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
