import type { PressPoint } from '../injected/hit.ts';
import { call } from '../session/isolated-world.ts';
import type { Answer } from '../session/page-target.ts';
import { nextTicket } from '../session/tickets.ts';
import type { NotReady } from './ask.ts';
import { pointOnPage } from './reach.ts';
import type { Aim, Reference } from './references.ts';

export type Armed = { readonly kind: 'ready'; readonly aim: Aim } | { readonly kind: NotReady };

/**
 * Checks the element where it is, waiting until it rests, and has its document give out a ticket for one press.
 *
 * @param lasts milliseconds in which the pointer may go down
 */
export async function arm(
  { target, world, id }: Reference,
  timeoutMs: number,
  lasts: number,
): Promise<Answer<Armed>> {
  const ticket = nextTicket();
  const answer = await call<
    { readonly kind: 'ready'; readonly point: PressPoint } | { readonly kind: NotReady }
  >(target, world, 'arm', [id, ticket, lasts], timeoutMs);
  if (answer.kind !== 'value' || answer.value.kind !== 'ready') {
    return answer as Answer<Armed>;
  }
  const point = await pointOnPage(target, world, answer.value.point, timeoutMs);
  if (point.kind !== 'value' || point.value === null) {
    // Nothing is sent for this ticket; its answer is not waited for.
    void call(target, world, 'settlePress', [ticket]);
    return point.kind === 'value' ? { kind: 'value', value: { kind: 'covered' } } : point;
  }
  const inner = answer.value.point.inFrame ? answer.value.point : null;
  const aim = { point: point.value, inner, ticket, pointed: false, until: performance.now() + lasts };
  return { kind: 'value', value: { kind: 'ready', aim } };
}
