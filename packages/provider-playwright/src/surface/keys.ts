import type { ActionOutcome, ElementRef } from '@cux/provider-sdk';
import { call } from '../session/isolated-world.ts';
import type { PageTarget } from '../session/page-target.ts';
import type { Screen } from '../session/screen.ts';
import { type NotReady, refused, unanswered } from './ask.ts';
import { outOfReach } from './reach.ts';
import type { References } from './references.ts';

/** What is pressed, and how long it may take in all, in milliseconds. */
interface Keys {
  readonly keys: readonly string[];
  readonly timeoutMs: number;
}

/**
 * Keys on one element: it is checked as for a press and gets the focus, and until the keys are over what they activate
 * or type passes there. On the page as a whole nothing passes that a key would activate or type: its scripts hear of it.
 */
export async function keypress(
  screen: Screen,
  references: References,
  element: ElementRef | null,
  { keys, timeoutMs }: Keys,
): Promise<ActionOutcome> {
  if (element === null) {
    return screen.active === null ? { kind: 'lost' } : sendToPage(screen.active, keys, timeoutMs);
  }
  const found = references.find(element.ref);
  if (found === null) {
    return refused('stale');
  }
  const stopped = await outOfReach(found);
  if (stopped !== null) {
    return stopped;
  }
  const { target, world, id } = found;
  const until = performance.now() + timeoutMs;
  const begun = await call<{ readonly kind: 'ready' | NotReady }>(
    target,
    world,
    'beginKeys',
    [id],
    timeoutMs,
  );
  if (begun.kind !== 'value') {
    return unanswered(begun);
  }
  if (begun.value.kind !== 'ready') {
    return refused(begun.value.kind);
  }
  try {
    return await send(target, keys, until - performance.now());
  } finally {
    // Waited for by the next keys only: the page may have gone with these.
    target.keysEnding = call(target, world, 'settleKeys', []);
  }
}

/** What an element's keys were let do has ended before: input and scripts reach a page by ways that may overtake each other. */
async function sendToPage(
  target: PageTarget,
  keys: readonly string[],
  timeoutMs: number,
): Promise<ActionOutcome> {
  const until = performance.now() + timeoutMs;
  const ended = await target.guarded(target.keysEnding, timeoutMs);
  return ended.kind === 'value' ? send(target, keys, until - performance.now()) : unanswered(ended);
}

/** One after the other; when one is not answered for in time, no other one follows. */
async function send(target: PageTarget, keys: readonly string[], timeoutMs: number): Promise<ActionOutcome> {
  const until = performance.now() + timeoutMs;
  for (const [index, key] of keys.entries()) {
    const left = until - performance.now();
    if (left <= 0) {
      return index === 0 ? refused('moving') : { kind: 'outcome_unknown' };
    }
    const sent = await target.guarded(target.page.keyboard.press(key), left);
    if (sent.kind !== 'value') {
      const seen = sent.kind === 'dialog' && index === keys.length - 1;
      return { kind: seen ? 'done' : 'outcome_unknown' };
    }
  }
  return { kind: 'done' };
}

export async function scrollBy(
  screen: Screen,
  references: References,
  element: ElementRef | null,
  { x, y }: { readonly x: number; readonly y: number },
): Promise<ActionOutcome> {
  if (element !== null) {
    const found = references.find(element.ref);
    return found === null ? refused('stale') : scrollWithin(found.target, found.world, [found.id, x, y]);
  }
  const target = screen.active;
  return target === null ? { kind: 'lost' } : scrollWithin(target, target.mainWorld, [null, x, y]);
}

async function scrollWithin(
  target: PageTarget,
  world: PageTarget['mainWorld'],
  args: readonly [id: number | null, x: number, y: number],
): Promise<ActionOutcome> {
  const answer = await call<'done' | 'stale'>(target, world, 'scrollBy', [...args]);
  if (answer.kind !== 'value') {
    return unanswered(answer);
  }
  return answer.value === 'done' ? { kind: 'done' } : refused('stale');
}
