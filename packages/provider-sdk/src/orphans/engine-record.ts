import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { processExists, processNames, processPlace, processStart } from './process-life.ts';

const name = 'engine.json';

const recordSchema = z.strictObject({
  schema_version: z.literal('cux_engine_record_v1'),
  pid: z.number().int().min(2),
  /** Clock ticks since boot. */
  started: z.string().regex(/^\d{1,20}$/),
  /** The folder as the process knows it. */
  folder: z.string().min(1).max(4_096),
  /** Where the pid means something. */
  place: z.string().regex(/^[0-9a-f]{32}$/),
});

/**
 * Notes in a session's folder which process is its engine, so that one that outlives its host can be found. Nothing is
 * noted where the system does not tell when a process started.
 */
export async function recordEngine(workingDirectory: string, pid: number): Promise<void> {
  const [started, place] = await Promise.all([processStart(pid), processPlace()]);
  if (started === null || started === '0' || place === null) return;
  const record = { schema_version: 'cux_engine_record_v1', pid, started, folder: workingDirectory, place };
  await writeFile(join(workingDirectory, name), JSON.stringify(record), { mode: 0o600 });
}

/**
 * What became of the engine that a folder names.
 *
 * - `none`: the folder names none.
 * - `gone`: it is no longer there; where its pid is another process now, that one was left alone.
 * - `ended`: it was still there, by pid, start time and the folder that it names, and has been ended.
 * - `elsewhere`: its pid means nothing here (another machine, boot or namespace), so nobody was touched.
 * - `stays`: it is there and did not end.
 */
export type OrphanEnd = 'none' | 'gone' | 'ended' | 'elsewhere' | 'stays';

/** Ends the engine of a session whose host is dead. The caller has made sure that it is. */
export async function endOrphan(workingDirectory: string): Promise<OrphanEnd> {
  const record = await readRecord(workingDirectory);
  if (record === null) return 'none';
  if (record.place !== (await processPlace())) return 'elsewhere';
  const isIt = async () => (await processStart(record.pid)) === record.started;
  const isOurs = basename(record.folder) === basename(workingDirectory);
  if (!isOurs || !(await isIt()) || !(await processNames(record.pid, record.folder))) return 'gone';
  end(record.pid);
  for (let round = 0; round < 200; round += 1) {
    if (!processExists(record.pid) || !(await isIt())) return 'ended';
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return 'stays';
}

async function readRecord(workingDirectory: string): Promise<z.infer<typeof recordSchema> | null> {
  try {
    const parsed = recordSchema.safeParse(JSON.parse(await readFile(join(workingDirectory, name), 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Engines lead a process group of their own; whatever is in it goes with them. */
function end(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // Already gone, or not a leader.
    }
  }
}
