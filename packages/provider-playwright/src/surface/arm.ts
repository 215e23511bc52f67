import type { Point } from '../injected/hit.ts';
import { call } from '../session/isolated-world.ts';
import type { Answer } from '../session/page-target.ts';
import { nextTicket } from '../session/tickets.ts';
import type { NotReady } from './ask.ts';
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
  const answer = await call<{ readonly kind: 'ready'; readonly point: Point } | { readonly kind: NotReady }>(
    target,
    world,
    'arm',
    [id, ticket, lasts],
    timeoutMs,
  );
  if (answer.kind !== 'value' || answer.value.kind !== 'ready') {
    return answer as Answer<Armed>;
  }
  const aim = { point: answer.value.point, ticket, pointed: false, until: performance.now() + lasts };
  return { kind: 'value', value: { kind: 'ready', aim } };
}
