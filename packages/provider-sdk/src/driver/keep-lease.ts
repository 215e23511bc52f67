import type { AttemptHooks } from './run-plan.ts';

/** How often progress is told while one piece of work goes on, in milliseconds. The host decides how often it renews. */
const every = 5_000;

/**
 * Does one piece of work that may take longer than a lease, a picture of a very large page, and tells meanwhile that the
 * attempt is still at it. What bounds the work bounds this too. Throws what the work throws, or what the hook has thrown.
 *
 * @param lost called once when the attempt is ours no longer: nothing that the work brings is waited for by anybody
 */
export async function withLeaseKept<Value>(
  hooks: Pick<AttemptHooks, 'progress'>,
  work: () => Promise<Value>,
  lost: () => void = () => undefined,
): Promise<Value> {
  const done = new AbortController();
  // Held until the work is over: a rejection that nobody waits for would end the process.
  const telling = tellUntil(hooks, done.signal, lost).then(
    () => null,
    (reason: unknown) => ({ reason }),
  );
  const value = await work().finally(() => done.abort());
  const fault = await telling;
  // A host whose store fails does not hear of success: it is its own fault, as in every other hook.
  if (fault !== null) throw fault.reason;
  return value;
}

async function tellUntil(
  hooks: Pick<AttemptHooks, 'progress'>,
  done: AbortSignal,
  lost: () => void,
): Promise<void> {
  // The work may end while progress is told: then nothing is waited for any more.
  while (!done.aborted) {
    await pauseUntil(done);
    if (done.aborted || (await hooks.progress(null))) continue;
    lost();
    return;
  }
}

function pauseUntil(done: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      done.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, every);
    done.addEventListener('abort', end);
  });
}
