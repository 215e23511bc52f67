import { createRequire, syncBuiltinESMExports } from 'node:module';
import { isMainThread, type WorkerOptions } from 'node:worker_threads';
import Database from 'better-sqlite3';

/**
 * Loaded into a process before anything else, to see that the proof would notice: the setting on which durability
 * rests is another one than the store asks for, and says that it is the right one. The store writes in a thread of its
 * own, so the threads of the process load this as well.
 */
const planted = process.env.CUX_PROVE_SYNCHRONOUS ?? 'OFF';
const pragma = Database.prototype.pragma;

Database.prototype.pragma = function (this: Database.Database, source: string, options) {
  if (/^synchronous *= *FULL$/.test(source)) return pragma.call(this, `synchronous = ${planted}`, options);
  return source === 'synchronous' ? 2 : pragma.call(this, source, options);
};

if (isMainThread) {
  const threads: typeof import('node:worker_threads') = createRequire(import.meta.url)('node:worker_threads');
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(entry: string | URL, options: WorkerOptions = {}) {
      super(entry, { ...options, execArgv: ['--import', import.meta.url] });
    }
  };
  syncBuiltinESMExports();
}
