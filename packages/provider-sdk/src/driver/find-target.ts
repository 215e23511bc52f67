import type { BlockerCode, Target } from '@cux/contracts';
import type { ElementRef } from '../surface/surface.ts';
import { type Blocker, blocker, readinessBlockers, resolutionBlockers } from './blocker.ts';
import { checkScreen, dismissKnownByLook, isOfForeignFrame } from './check-screen.ts';
import type { StepEnvironment } from './environment.ts';

export type FoundTarget =
  | { readonly kind: 'found'; readonly element: ElementRef }
  | { readonly kind: 'stopped'; readonly blocker: Blocker };

const foreignFrame: FoundTarget = { kind: 'stopped', blocker: blocker('foreign_origin') };

type Look = { readonly found: FoundTarget } | { readonly waitingFor: BlockerCode };

/**
 * Resolve, then check: the screen first, then the target, then whether it may be acted on (hit test included).
 * Waits while a page is still drawing; what is not ready at the limit is the blocker. Touches nothing but
 * known modals.
 */
export async function findReadyTarget(environment: StepEnvironment, target: Target): Promise<FoundTarget> {
  return waitForTarget(environment, target, environment.limits.target, true);
}

/**
 * What an observation called so, with a screen on which something may be done. Not waited for: whether it is ready is
 * checked, and waited for, by what acts on it.
 */
export async function findReference(environment: StepEnvironment, ref: string): Promise<FoundTarget> {
  const looked = await environment.surface.lookup(ref);
  if (looked.kind !== 'found') return { kind: 'stopped', blocker: blocker('target_stale') };
  if (isOfForeignFrame(environment, looked.element)) return foreignFrame;
  const obstacle = await checkScreen(environment);
  return obstacle === null ? looked : { kind: 'stopped', blocker: obstacle };
}

/** The target is there, once; whether it could be acted on does not matter. */
export async function findTarget(
  environment: StepEnvironment,
  target: Target,
  limit: number,
): Promise<FoundTarget> {
  return waitForTarget(environment, target, limit, false);
}

async function waitForTarget(
  environment: StepEnvironment,
  target: Target,
  limit: number,
  mustBeReady: boolean,
): Promise<FoundTarget> {
  let last: BlockerCode = 'target_missing';
  const found = await environment.box.until(limit, environment.limits.poll, async () => {
    const look = await lookForTarget(environment, target, mustBeReady);
    if ('found' in look) return look.found;
    last = look.waitingFor;
    return null;
  });
  return found ?? { kind: 'stopped', blocker: blocker(last) };
}

async function lookForTarget(
  environment: StepEnvironment,
  target: Target,
  mustBeReady: boolean,
): Promise<Look> {
  const obstacle = await checkScreen(environment);
  if (obstacle !== null) return { found: { kind: 'stopped', blocker: obstacle } };
  const resolution = await environment.surface.resolve(target);
  if (resolution.kind !== 'found') return { waitingFor: resolutionBlockers[resolution.kind] };
  if (isOfForeignFrame(environment, resolution.element)) return { found: foreignFrame };
  if (!mustBeReady) return { found: resolution };
  const readiness = await environment.surface.readiness(resolution.element);
  if (readiness.kind === 'ready') return { found: resolution };
  if (readiness.kind === 'covered') {
    const dismissed = await dismissKnownByLook(environment);
    if (typeof dismissed !== 'boolean') return { found: { kind: 'stopped', blocker: dismissed } };
  }
  return { waitingFor: readinessBlockers[readiness.kind] };
}
