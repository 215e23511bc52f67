import type { Clock } from '@cux/contracts';
import { Interruption } from './interruption.ts';

/**
 * Everything that an attempt waits for goes through one of these, so that no page and no engine can hold it
 * longer than its deadline.
 */
export interface TimeBox {
  /** Runs one call. Throws an `Interruption` at the deadline, at the signal, or when the call itself throws. */
  run<Value>(call: () => Promise<Value>): Promise<Value>;
  /** Throws the `Interruption` when the box has ended already; the next call would never be made. */
  check(): void;
  /** Waits this many milliseconds, or throws an `Interruption` before. */
  pause(milliseconds: number): Promise<void>;
  /** Asks again every `poll` milliseconds until the answer is not null, or answers null after `limit`. */
  until<Value>(limit: number, poll: number, look: () => Promise<Value | null>): Promise<Value | null>;
}

type Settle<Value> = (value: Value) => void;
type Start<Value> = (settle: Settle<Value>, fail: (reason: unknown) => void) => void;

/**
 * @param deadline milliseconds from now; a real timer, so that a clock that steps back extends nothing
 * @param signal the host's, or null where only time counts
 */
export function createTimeBox(
  clock: Clock,
  deadline: number,
  signal: AbortSignal | null,
): TimeBox & { end(): void; shorten(milliseconds: number): void } {
  const ended = new AbortController();
  const interrupt = (code: Interruption['code']) => ended.abort(new Interruption(code));
  const endIn = (milliseconds: number) => setTimeout(() => interrupt('deadline_passed'), milliseconds);
  const timers = [endIn(deadline)];
  const cancel = () => interrupt('cancelled');
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  const pause = (milliseconds: number) => pauseWithin(ended.signal, milliseconds);
  return {
    run: (call) => runWithin(ended.signal, call),
    check: () => {
      if (ended.signal.aborted) throw ended.signal.reason;
    },
    pause,
    until: (limit, poll, look) => lookUntil(clock, pause, limit, poll, look),
    shorten: (milliseconds) => {
      timers.push(endIn(milliseconds));
    },
    end: () => {
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    },
  };
}

/** What `start` settles with, or the reason of the box's end, whichever is first. */
function raced<Value>(ended: AbortSignal, start: Start<Value>): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    if (ended.aborted) {
      reject(ended.reason);
      return;
    }
    const stop = () => reject(ended.reason);
    ended.addEventListener('abort', stop, { once: true });
    const release = () => ended.removeEventListener('abort', stop);
    start(
      (value) => {
        release();
        resolve(value);
      },
      (reason) => {
        release();
        reject(reason);
      },
    );
  });
}

function runWithin<Value>(ended: AbortSignal, call: () => Promise<Value>): Promise<Value> {
  return raced(ended, (settle, fail) => {
    const failed = (cause: unknown) => fail(new Interruption('lifecycle_failure', { cause }));
    try {
      call().then(settle, failed);
    } catch (cause) {
      failed(cause);
    }
  });
}

async function pauseWithin(ended: AbortSignal, milliseconds: number): Promise<void> {
  let pending: NodeJS.Timeout | undefined;
  try {
    await raced<void>(ended, (settle) => {
      pending = setTimeout(settle, milliseconds);
    });
  } finally {
    clearTimeout(pending);
  }
}

async function lookUntil<Value>(
  clock: Clock,
  pause: TimeBox['pause'],
  limit: number,
  poll: number,
  look: () => Promise<Value | null>,
): Promise<Value | null> {
  const from = clock.now();
  for (let rounds = 1; ; rounds += 1) {
    const answer = await look();
    if (answer !== null) return answer;
    // The rounds bound it too: a clock that stands still must not make it wait for ever.
    if (clock.now() - from >= limit || rounds * poll >= limit) return null;
    await pause(poll);
  }
}
