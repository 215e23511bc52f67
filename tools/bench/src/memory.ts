import { join } from 'node:path';
import { openSqliteStore } from '@cux/store-sqlite';
import { Callers, kernelOver } from './callers.ts';
import type { Figure } from './figures.ts';
import type { Effort } from './transitions.ts';

/** How often memory is looked at. */
const looks = 10;

/**
 * What the process holds while it works: the heap after a collection, at the first tenth and at the end. A leak of one
 * small object for each transition would show.
 */
export async function memory(effort: Effort, commands: number): Promise<Figure> {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error('Memory is measured with --expose-gc; run it by `pnpm bench`.');
  const store = await openSqliteStore({ path: join(effort.folder, 'memory.sqlite') });
  const callers = new Callers(store, kernelOver(store), 64, 'memory');
  const held: number[] = [];
  let sent = 0;
  for (let look = 0; look < looks; look += 1) {
    sent += await callers.send(commands / looks);
    collect();
    held.push(process.memoryUsage().heapUsed);
  }
  await store.close();
  const [first = 0] = held;
  const last = held.at(-1) ?? 0;
  const later = sent * (1 - 1 / looks);
  return {
    what: `heap over ${sent.toLocaleString('en')} transitions, 64 callers`,
    measured: `${megabytes(first)} after a tenth, ${megabytes(last)} at the end`,
    ratio: `${((last - first) / later).toFixed(1)} bytes a transition`,
    asked: 'flat over 1,000,000',
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}
