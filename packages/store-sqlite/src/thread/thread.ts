import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadData } from './messages.ts';
import { runThread } from './run-thread.ts';

// Where the thread of the store begins; the module has nothing for others.
if (parentPort !== null) runThread(parentPort, workerData as ThreadData);
