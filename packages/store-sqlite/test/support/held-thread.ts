import { parentPort, workerData } from 'node:worker_threads';
import type { AroundCall } from '../../src/index.ts';
import type { ThreadData } from '../../src/thread/messages.ts';
import { runThread } from '../../src/thread/run-thread.ts';

/** What a test tells the thread: `hold` = 1 stops every commit; `die` = 1 ends the thread at one; `held` counts those stopped. */
export interface Orders {
  readonly hold: 0;
  readonly die: 1;
  readonly held: 2;
  readonly commits: 3;
}

export const orders: Orders = { hold: 0, die: 1, held: 2, commits: 3 };

/** Stands in the thread around each of its storage calls. */
function obeying(told: Int32Array): AroundCall {
  return (call, proceed) => {
    if (call.kind !== 'commit') return proceed();
    if (Atomics.load(told, orders.hold) === 1) {
      Atomics.add(told, orders.held, 1);
      Atomics.wait(told, orders.hold, 1);
    }
    if (Atomics.load(told, orders.die) === 1) process.exit(7);
    const result = proceed();
    Atomics.add(told, orders.commits, 1);
    return result;
  };
}

const { told } = (workerData ?? {}) as ThreadData;
if (parentPort !== null && told instanceof SharedArrayBuffer) {
  runThread(parentPort, workerData as ThreadData, obeying(new Int32Array(told)));
}
