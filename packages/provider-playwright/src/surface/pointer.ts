import type { Point } from '../injected/hit.ts';
import { hasUnreadFrames, type PageTarget } from '../session/page-target.ts';

/** Whether every frame of the page is one that turns a pointer without a ticket away, and nobody else's hand is on it. */
export function mayPointAhead(target: PageTarget): boolean {
  return !target.human && !hasUnreadFrames(target);
}

/** The pointer goes there; nothing is pressed. */
export async function movePointer({ channel }: PageTarget, { x, y }: Point): Promise<void> {
  await channel.send('Input.dispatchMouseEvent', { x, y, pointerType: 'mouse', type: 'mouseMoved' });
}

/** The left button goes down and up at once. */
export async function pressButton({ channel }: PageTarget, { x, y }: Point): Promise<void> {
  const button = { x, y, pointerType: 'mouse', button: 'left', clickCount: 1 } as const;
  await Promise.all([
    channel.send('Input.dispatchMouseEvent', { ...button, type: 'mousePressed', buttons: 1 }),
    channel.send('Input.dispatchMouseEvent', { ...button, type: 'mouseReleased', buttons: 0 }),
  ]);
}
