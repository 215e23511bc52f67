import { type BlockerCode, type KnownModal, matchesTemplate } from '@cux/contracts';
import type { ElementRef, StopSign } from '../surface/surface.ts';
import { type Blocker, blocker, blockerOfSign } from './blocker.ts';
import type { StepEnvironment } from './environment.ts';
import { spareFinalAction } from './spare-final-action.ts';

/** Only these may be known to a plan. A captcha, a login or a native dialog is never put away, whatever a plan says. */
const dismissable: ReadonlySet<BlockerCode> = new Set(['modal', 'popover', 'overlay']);

/**
 * Looks at the screen as it is now: origin, sign-in walls, stop signs. A known modal is put away by its one
 * listed control, as often as it comes back within the bound; anything else in the way is the answer.
 */
export async function checkScreen(environment: StepEnvironment): Promise<Blocker | null> {
  for (;;) {
    const elsewhere = await checkLocation(environment);
    const signs = await environment.surface.stopSigns();
    const hard = signs.find((sign) => !dismissable.has(sign.code));
    if (hard !== undefined) return blockerOfSign(hard);
    if (elsewhere !== null) return elsewhere;
    const known = knownAmong(environment.rules.known_modals, signs);
    if (known === null) return signs[0] === undefined ? null : blockerOfSign(signs[0]);
    const stopped = await dismiss(environment, known.modal, known.sign);
    if (stopped !== null) return stopped;
  }
}

/** The page is where the plan lets it be, and does not ask a person to sign in. */
async function checkLocation({ surface, rules }: StepEnvironment): Promise<Blocker | null> {
  const location = await surface.location();
  if (location === null) return blocker('target_lost');
  if (!rules.allowed_origins.includes(location.origin)) return blocker('foreign_origin');
  const wall = rules.sign_in_walls.some(({ path }) => matchesTemplate(path, location.path));
  return wall ? blocker('login') : null;
}

/** Whether it is in a frame of an origin that the plan does not allow: nothing is done there, whatever the frame shows. */
export function isOfForeignFrame({ rules }: StepEnvironment, { origin }: ElementRef): boolean {
  return origin !== undefined && !rules.allowed_origins.includes(origin);
}

/** Compared by role and raw name: a modal that merely looks like a known one is not known. */
function knownAmong(known: readonly KnownModal[], signs: readonly StopSign[]) {
  for (const sign of signs) {
    const modal = known.find(({ match }) => match.role === sign.role && match.name === sign.name);
    if (modal !== undefined) return { modal, sign };
  }
  return null;
}

/**
 * For an element that something covers without being a sign by itself: puts a known modal away if one is on the
 * page. Answers whether it did; false leaves the screen as it was.
 */
export async function dismissKnownByLook(environment: StepEnvironment): Promise<Blocker | boolean> {
  for (const modal of environment.rules.known_modals) {
    const resolution = await environment.surface.resolve(modal.match);
    if (resolution.kind !== 'found') continue;
    const sign: StopSign = { code: 'overlay', role: modal.match.role, name: modal.match.name };
    return (await dismiss(environment, modal, sign)) ?? true;
  }
  return false;
}

/** Presses the modal's one control, once, and waits until the modal is gone. */
async function dismiss(
  environment: StepEnvironment,
  modal: KnownModal,
  sign: StopSign,
): Promise<Blocker | null> {
  const { surface, limits, box, dismissals } = environment;
  const count = dismissals.get(modal.id) ?? 0;
  if (count >= limits.dismissals) return blockerOfSign(sign);
  const control = await surface.resolve(modal.dismiss);
  if (control.kind !== 'found' || isOfForeignFrame(environment, control.element)) return blockerOfSign(sign);
  const spared = await spareFinalAction(environment, control.element);
  if (spared !== null) return spared;
  const readiness = await box.until(limits.target, limits.poll, async () => {
    const now = await surface.readiness(control.element);
    return now.kind === 'ready' ? now : null;
  });
  if (readiness === null) return blockerOfSign(sign);
  dismissals.set(modal.id, count + 1);
  await surface.press(control.element, limits.press);
  const gone = await box.until(limits.target, limits.poll, async () => {
    const resolution = await surface.resolve(modal.match);
    return resolution.kind === 'missing' ? true : null;
  });
  return gone === null ? blockerOfSign(sign) : null;
}
