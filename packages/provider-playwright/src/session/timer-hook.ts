/** What the hook needs to know; sent along as JSON. */
export interface TimerHook {
  /** The event by which it tells our world of a timer. */
  readonly told: string;
  /** The event by which our world says whether late timers are held back. */
  readonly hold: string;
  /** Milliseconds from which on a timer is late. */
  readonly horizon: number;
}

/**
 * Runs in the page's own world before its scripts: tells our world of a timer that the page sets while it handles an
 * input, since such a timer may take back or change what was just put in. One that is late can be held back: it runs,
 * in its order, once our world lets it go. Sent as text, so it refers to nothing outside itself.
 */
export function hookInputTimers({ told, hold, horizon }: TimerHook): void {
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
  const { setTimeout: start, clearTimeout: clear, dispatchEvent: dispatch, CustomEvent: Told } = globalThis;
  const due = new Map<unknown, () => void>();
  let holding = false;
  const run = (timer: unknown) => {
    const callback = due.get(timer);
    due.delete(timer);
    callback?.();
  };
  addEventListener(
    hold,
    (event) => {
      holding = (event as CustomEvent).detail === true;
      if (!holding) for (const timer of due.keys()) start(run, 0, timer);
    },
    { capture: true },
  );
  const holdable = (callback: (...values: unknown[]) => unknown, timerOf: () => unknown) =>
    function held(this: unknown, ...values: unknown[]) {
      const now = () => Reflect.apply(callback, this, values);
      if (holding) due.set(timerOf(), now);
      else now();
    };
  globalThis.setTimeout = new Proxy(start, {
    apply(target, self, parameters: unknown[]) {
      const delay = Number(parameters[1]);
      const [callback, ...others] = parameters;
      // The event that is being handled, if any: nothing else tells what a timer is for.
      const event = Reflect.get(globalThis, 'event') as Event | undefined;
      const answersInput = delay > 0 && event !== undefined && handled.has(event.type);
      if (answersInput) dispatch(new Told(told, { detail: delay }));
      if (!answersInput || delay <= horizon || typeof callback !== 'function') {
        return Reflect.apply(target, self, parameters as never);
      }
      const given = [holdable(callback as () => unknown, () => timer), ...others];
      const timer: unknown = Reflect.apply(target, self, given as never);
      return timer;
    },
  });
  globalThis.clearTimeout = new Proxy(clear, {
    apply(target, self, parameters: unknown[]) {
      due.delete(parameters[0]);
      return Reflect.apply(target, self, parameters as never);
    },
  });
}
