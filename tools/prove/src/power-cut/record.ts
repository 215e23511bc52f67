import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FileCall, readTrace } from './trace.ts';
import type { WriterWork } from './writer.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Where the store is while it is recorded, and where its answers are written down. */
export const storeName = 'store.db';
export const acknowledgedName = 'acknowledged';

/** Why it cannot be recorded here; null where it can. */
export function whyNotHere(): string | null {
  if (process.platform !== 'linux') return 'it needs Linux, where a library can be put before another';
  return spawnSync('cc', ['--version']).status === 0 ? null : 'it needs a C compiler named cc';
}

/**
 * Plays the scenario in a process of its own on a real file, with the shipped store and engine, and answers every call
 * that reached the folder, in order.
 *
 * @param folder an empty one
 * @param synchronous a setting to plant; null plays the store as it is
 */
export function recordScenario(folder: string, synchronous: string | null): readonly FileCall[] {
  const shim = join(folder, 'shim.so');
  must(spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', shim, here('./shim.c'), '-ldl']));
  const files = join(folder, 'files/');
  must(spawnSync('mkdir', [files]));
  const trace = join(folder, 'trace');
  const work: WriterWork = { path: join(files, storeName), acknowledged: join(files, acknowledgedName) };
  const planted = synchronous === null ? [] : ['--import', here('./plant.ts')];
  must(
    spawnSync(process.execPath, [...planted, here('./writer.ts')], {
      env: {
        ...process.env,
        LD_PRELOAD: shim,
        CUX_TRACE_FOLDER: files,
        CUX_TRACE_FILE: trace,
        CUX_PROVE_WORK: JSON.stringify(work),
        ...(synchronous === null ? {} : { CUX_PROVE_SYNCHRONOUS: synchronous }),
      },
    }),
  );
  const calls = readTrace(readFileSync(trace));
  return calls.map((call) => ({ ...call, name: call.name.slice(files.length) }));
}

function must({ status, stderr, error }: ReturnType<typeof spawnSync>): void {
  if (status !== 0) throw new Error(`the recording failed: ${error?.message ?? stderr.toString()}`);
}
