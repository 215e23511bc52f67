import { Stopped } from './fault.mjs';
import { familyOf, processStart, sendSignal } from './process-table.mjs';

/** How long a stage may take to end itself before it is ended. Milliseconds; package managers clean up. */
const grace = 15_000;

/** The signals that mean "stop". */
export const stopSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Turns stop signals into one orderly end: what runs is stopped with all its children, then `Stopped` is
 * thrown where the work was.
 */
export class Stopper {
  constructor() {
    /** @type {NodeJS.Signals | undefined} */
    this.signal = undefined;
    /** @type {Set<(signal: NodeJS.Signals) => void>} */
    this.listeners = new Set();
    for (const signal of stopSignals) process.on(signal, () => this.stop(signal));
  }

  /** @param {NodeJS.Signals} signal */
  stop(signal) {
    this.signal ??= signal;
    for (const listener of this.listeners) listener(signal);
  }

  throwIfStopped() {
    if (this.signal) throw new Stopped(this.signal);
  }

  /**
   * Calls back at every stop signal until the returned function is called.
   * @param {(signal: NodeJS.Signals) => void} listener
   */
  onStop(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/**
 * Asks a stage's whole family to end, and ends what is left after the grace.
 * @param {number} pid The leader of its process group.
 * @param {NodeJS.Signals} signal
 * @returns {() => void} To be called when the leader is gone: ends whoever stayed behind.
 */
export function endFamily(pid, signal) {
  // Taken now: when the leader is gone its children can no longer be told by their parent.
  const family = familyOf(pid).map((member) => ({ member, started: processStart(member) }));
  const endRest = () => {
    for (const { member, started } of family) {
      if (started !== undefined && processStart(member) === started) sendSignal(member, 'SIGKILL');
    }
  };
  sendSignal(-pid, signal);
  const timer = setTimeout(endRest, grace);
  return () => {
    clearTimeout(timer);
    endRest();
  };
}
