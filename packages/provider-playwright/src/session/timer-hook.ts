/**
 * Runs in the page's own world before its scripts: tells our world of a timer that the page sets while it handles an
 * input, since such a timer may take back or change what was just put in. Sent as text, so it refers to nothing outside
 * itself.
 */
export function hookInputTimers(eventName: string): void {
  const handled = new Set([
    'beforeinput',
    'input',
    'change',
    'keydown',
    'keyup',
    'focus',
    'focusin',
    'blur',
    'focusout',
  ]);
  const tell = (detail: number) => dispatchEvent(new CustomEvent(eventName, { detail }));
  globalThis.setTimeout = new Proxy(globalThis.setTimeout, {
    apply(target, self, parameters: [TimerHandler, number?]) {
      const delay = Number(parameters[1]);
      // The event that is being handled, if any: nothing else tells what a timer is for.
      const event = Reflect.get(globalThis, 'event') as Event | undefined;
      if (delay > 0 && event !== undefined && handled.has(event.type)) tell(delay);
      return Reflect.apply(target, self, parameters);
    },
  });
}
