import { readSurface } from '../surface/read-session.ts';
import type { Surface } from '../surface/surface.ts';
import type { TimeBox } from './time-box.ts';

/** The same surface, read, with every call inside the time box: a hung engine and one that answers nonsense end in an `Interruption`. */
export function boundSurface(unread: Surface, box: TimeBox): Surface {
  const surface = readSurface(unread);
  const { attach } = surface;
  return {
    ...(attach === undefined
      ? {}
      : { attach: (element, files) => box.run(() => attach.call(surface, element, files)) }),
    open: (url, timeoutMs) => box.run(() => surface.open(url, timeoutMs)),
    location: () => box.run(() => surface.location()),
    matchAddress: (template) => box.run(() => surface.matchAddress(template)),
    observe: (budget) => box.run(() => surface.observe(budget)),
    lookup: (ref) => box.run(() => surface.lookup(ref)),
    resolve: (target) => box.run(() => surface.resolve(target)),
    overlaps: (element, other) => box.run(() => surface.overlaps(element, other)),
    readiness: (element, intent) => box.run(() => surface.readiness(element, intent)),
    stopSigns: () => box.run(() => surface.stopSigns()),
    fill: (element, value) => box.run(() => surface.fill(element, value)),
    select: (element, option) => box.run(() => surface.select(element, option)),
    setChecked: (element, checked) => box.run(() => surface.setChecked(element, checked)),
    press: (element, timeoutMs) => box.run(() => surface.press(element, timeoutMs)),
    holds: (target, expected) => box.run(() => surface.holds(target, expected)),
    holdLateAnswers: (hold) => box.run(async () => surface.holdLateAnswers?.(hold)),
    scroll: (element) => box.run(() => surface.scroll(element)),
    keypress: (element, keys, timeoutMs) => box.run(() => surface.keypress(element, keys, timeoutMs)),
    scrollBy: (element, by) => box.run(() => surface.scrollBy(element, by)),
    targets: () => box.run(() => surface.targets()),
    switchTarget: (label) => box.run(() => surface.switchTarget(label)),
    closeTarget: (label) => box.run(() => surface.closeTarget(label)),
    unexpectedTargetOpened: () => surface.unexpectedTargetOpened(),
    readJson: (url, pointer, header) => box.run(() => surface.readJson(url, pointer, header)),
    capture: (evidenceClass) => box.run(() => surface.capture(evidenceClass)),
    takeover: () => box.run(() => surface.takeover()),
  };
}
