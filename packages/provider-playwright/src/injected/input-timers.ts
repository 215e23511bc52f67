/**
 * Timers that are waited for, in milliseconds. What comes later is no answer to an input any more, and is held back while
 * that must not depend on how fast the machine is.
 */
export const horizon = 1_000;
/** How long after a timer is due it has surely run, in milliseconds. */
const slack = 60;

let due = 0;

declare global {
  /** Present in this world only: the name of the event by which the page's world tells of a timer. */
  var cuxTimerEvent: string | undefined;
  /** Present in this world only: the name of the event by which the page's world is told to hold late timers. */
  var cuxHoldEvent: string | undefined;
}

/** Holds back the late timers that the page has set in answer to inputs, or lets them go. */
export function holdLateTimers(hold: boolean): void {
  if (globalThis.cuxHoldEvent !== undefined) {
    dispatchEvent(new CustomEvent(globalThis.cuxHoldEvent, { detail: hold }));
  }
}

/** Hears of timers that the page sets while it handles an input. */
export function hearInputTimers(): void {
  const eventName = globalThis.cuxTimerEvent;
  if (eventName === undefined) return;
  addEventListener(
    eventName,
    (event) => {
      const delay = event instanceof CustomEvent ? Number(event.detail) : Number.NaN;
      if (delay > 0 && delay <= horizon) due = Math.max(due, performance.now() + delay);
    },
    { capture: true },
  );
}

/** Resolves once every timer that the page has set in answer to an input has run. */
export async function inputTimersRan(): Promise<void> {
  // A timer may set the next one; a page that goes on so for ever is waited for no longer than twice the horizon.
  const latest = performance.now() + 2 * horizon;
  for (let until = due + slack; performance.now() < Math.min(until, latest); until = due + slack) {
    await new Promise((done) => setTimeout(done, Math.min(until, latest) - performance.now()));
  }
}
