import { Worker } from 'node:worker_threads';
import type { CommitBatch, CommitOutcome } from '@cux/kernel';
import { storeFault } from '../map-fault.ts';
import type { StoreFault } from '../store-fault.ts';
import {
  type FromThread,
  receiveError,
  type SentOutcome,
  type ThreadData,
  type ToThread,
} from './messages.ts';
import { type PackedBatch, pack } from './packed.ts';

/** How many batches are sent together at most: a message has its price, and so has a thread that waits for one. */
const batchesInMessage = 8;

interface Waiting {
  readonly resolve: (outcome: CommitOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The thread that writes, as its own thread's caller sees it. It keeps the process alive while a batch waits, and not
 * otherwise. When it ends by itself, everything that waits is rejected as `thread_gone`: whether such a batch was
 * stored is not known, and the same command under its key finds out.
 */
export class Writer {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  #next = 0;
  #outbox: (readonly [id: number, batch: PackedBatch])[] = [];
  #gone: StoreFault | null = null;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'settled') for (const [id, outcome] of message.outcomes) this.#settle(id, outcome);
    });
    worker.on('error', (error) => this.#lose(error));
    this.#ended = new Promise((resolve) => {
      worker.on('exit', () => {
        this.#lose(undefined);
        resolve();
      });
    });
    worker.unref();
  }

  /**
   * Throws a `StoreFault` when the thread cannot start, or cannot open the store.
   *
   * @param entry the module that the thread runs
   */
  static async open(data: ThreadData, entry: URL = ownEntry()): Promise<Writer> {
    const { worker } = await started(data, entry);
    return new Writer(worker);
  }

  commit(batch: CommitBatch): Promise<CommitOutcome> {
    return new Promise((resolve, reject) => {
      if (this.#gone !== null) return reject(this.#gone);
      const id = this.#next;
      this.#next += 1;
      if (this.#waiting.size === 0) this.#worker.ref();
      this.#waiting.set(id, { resolve, reject });
      const waiting = this.#outbox.push([id, pack(batch)]);
      // What is handed in before anything else gets its turn goes together, but not so much that the thread stands idle.
      if (waiting === 1) process.nextTick(() => this.#send());
      else if (waiting >= batchesInMessage) this.#send();
    });
  }

  /** Everything that was handed in is stored, then the thread ends. */
  async close(): Promise<void> {
    this.#send();
    this.#gone ??= storeFault('closed');
    this.#worker.ref();
    this.#post({ kind: 'close' });
    await this.#ended;
  }

  #send(): void {
    const batches = this.#outbox;
    this.#outbox = [];
    if (batches.length > 0) this.#post({ kind: 'commit', batches });
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #settle(id: number, outcome: SentOutcome): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if (outcome.kind === 'answered') waiting?.resolve(outcome.outcome);
    else waiting?.reject(receiveError(outcome.error));
  }

  #lose(cause: unknown): void {
    this.#gone ??= storeFault('thread_gone', cause);
    const gone = storeFault('thread_gone', cause);
    for (const { reject } of this.#waiting.values()) reject(gone);
    this.#waiting.clear();
  }
}

/** Starts a thread and waits for its first word. */
async function started(
  data: ThreadData,
  entry: URL,
): Promise<{ readonly worker: Worker; readonly word: FromThread }> {
  const worker = startThread(data, entry);
  const word = await new Promise<FromThread>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', (error) => reject(storeFault('thread_gone', error)));
    worker.once('exit', () => reject(storeFault('thread_gone')));
  });
  if (word.kind === 'failed') {
    await worker.terminate();
    throw receiveError(word.error);
  }
  worker.removeAllListeners('error');
  return { worker, word };
}

/** Looks at the whole file in a thread of its own, so that neither the caller nor the writer waits for it. */
export async function checkFile(data: ThreadData): Promise<boolean> {
  const { word } = await started(data, ownEntry());
  return word.kind === 'checked' && word.intact;
}

function startThread(workerData: ThreadData, entry: URL): Worker {
  try {
    return new Worker(entry, { workerData, name: 'cux-store', execArgv: [] });
  } catch (error) {
    throw storeFault('thread_gone', error);
  }
}

/** Beside the source stands the source, beside the built module the built one. */
function ownEntry(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url);
}
