import type { Target } from '@cux/contracts';
import type { ElementRef, Surface } from '../surface/surface.ts';
import { type Blocker, blocker } from './blocker.ts';
import type { StepEnvironment } from './environment.ts';

/**
 * Whether an act on this element would press the final action, which only an approval may. It compares what both
 * resolve to on the page, since one element has many descriptions; one that lies in the other counts as the same. When
 * the final action cannot be told from others by its own description, its role and name count.
 */
export async function spareFinalAction(
  {
    surface,
    finalAction,
  }: Pick<StepEnvironment, 'finalAction'> & {
    readonly surface: Pick<Surface, 'resolve' | 'overlaps'>;
  },
  element: ElementRef,
): Promise<Blocker | null> {
  if (finalAction === null) return null;
  const resolution = await surface.resolve(finalAction);
  if (resolution.kind === 'found') {
    const same = resolution.element.ref === element.ref;
    return same || (await surface.overlaps(element, resolution.element)) ? blocker('gate_missing') : null;
  }
  const alike = resolution.kind === 'ambiguous' && isCalledLike(element, finalAction);
  return alike ? blocker('gate_missing') : null;
}

function isCalledLike(element: ElementRef, { role, name }: Target): boolean {
  return element.role === role && element.name === name;
}
