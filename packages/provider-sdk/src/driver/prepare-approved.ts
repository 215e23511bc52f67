import type { ElementRef } from '../surface/surface.ts';
import type { AgentAction } from './agent-action.ts';
import type { AgentDraft } from './agent-draft.ts';
import { type Blocker, blocker } from './blocker.ts';
import type { StepEnvironment } from './environment.ts';
import { findReference } from './find-target.ts';

/** The element that was approved, as the observation showed it. */
export interface ApprovedElement {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
}

/**
 * Whether what was approved is still there: document and node (the reference), role, name, readiness, and all that was
 * typed. It touches nothing. Null when everything is as it was.
 */
export async function prepareApproved(
  environment: StepEnvironment,
  approved: ApprovedElement,
  draft: AgentDraft,
): Promise<Blocker | null> {
  const found = await findReference(environment, approved.ref);
  if (found.kind === 'stopped') return found.blocker;
  const { element } = found;
  if (element.role !== approved.role || element.name !== approved.name) return blocker('subject_changed');
  const { box, limits, surface } = environment;
  const ready = await box.until(limits.target, limits.poll, async () => {
    const readiness = await surface.readiness(element);
    return readiness.kind === 'ready' || readiness.kind === 'stale' ? readiness : null;
  });
  if (ready?.kind !== 'ready') return blocker('target_stale');
  await draft.count(surface);
  return draft.intact ? null : blocker('value_not_held');
}

/** The one thing that was approved, on its element. */
export function sendApproved({ surface, limits }: StepEnvironment, action: AgentAction, element: ElementRef) {
  switch (action.kind) {
    case 'keypress':
      return surface.keypress(element, action.keys, limits.press);
    case 'type_text':
      return surface.fill(element, action.text);
    case 'select_option':
      return surface.select(element, action.option);
    default:
      return surface.press(element, limits.press);
  }
}
