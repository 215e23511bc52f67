import { processExists, processPlace, processStart, wasStartedAnew } from '@cux/provider-sdk';

/**
 * Names this life of the process: pid, the time it started, the place where that pid means something, and a random part.
 * Two lives never share a name, even when the operating system gives a pid out again.
 */
export async function currentProcessIdentity(random: string): Promise<string> {
  const [started, place] = await Promise.all([processStart(process.pid), processPlace()]);
  return `pid-${process.pid}-${started ?? 'unknown'}-${place ?? 'unknown'}-${random}`;
}

/**
 * Whether the process of that name still runs. Unsure means alive: a living process must never be taken for a dead one,
 * since its attempt would then be held twice. One from elsewhere (another machine, another container on the same volume,
 * an earlier boot) cannot be looked at from here, so it counts as alive, and its lease decides.
 */
export async function isProcessAlive(identity: string): Promise<boolean> {
  const [, pidText, started, place] = /^pid-(\d+)-(\d+|unknown)-([0-9a-f]{32})-/.exec(identity) ?? [];
  if (pidText === undefined || place !== (await processPlace())) return true;
  const pid = Number(pidText);
  if (!processExists(pid)) return false;
  const now = await processStart(pid);
  return now === null || started === 'unknown' || now === started;
}

/**
 * Whether what the process of that name had in memory is gone: it is proved dead, or its machine (by its name) has been
 * started anew since. Unsure means no. Two machines of one name that share a store would take each other for gone: then a
 * question is closed that could still be shown, and nothing worse.
 */
export async function isMemoryGone(identity: string): Promise<boolean> {
  if (!(await isProcessAlive(identity))) return true;
  const [, place] = /^pid-\d+-(?:\d+|unknown)-([0-9a-f]{32})-/.exec(identity) ?? [];
  return place !== undefined && wasStartedAnew(place, await processPlace());
}
