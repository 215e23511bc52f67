import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endOrphan } from '@cux/provider-sdk';
import type { RunContext } from './run-context.ts';

const ending = '.owner';
const ownerFile = /^session-[A-Za-z0-9]{6}\.owner$/;

/** Beside the folder, since the provider empties what is in it. */
export function ownerFileOf(workingDirectory: string): string {
  return `${workingDirectory}${ending}`;
}

/** Says whose session the folder is, so that nobody else ever puts it away while that host lives. */
export async function noteOwner(workingDirectory: string, processId: string): Promise<void> {
  await writeFile(ownerFileOf(workingDirectory), processId, { mode: 0o600 });
}

/**
 * Puts away what sessions of dead hosts have left: an engine that outlived its host is ended, by its recorded pid, start
 * time and the folder that it names, and then the folder is removed. Folders of living hosts, folders without an owner and
 * processes that are merely called alike are left alone.
 */
export async function sweepSessions(
  context: Pick<RunContext, 'workingDirectory' | 'memoryDirectory' | 'processId' | 'isAlive'>,
  tell: (explanation: string) => void,
): Promise<void> {
  for (const place of [context.workingDirectory, context.memoryDirectory]) {
    if (place !== undefined) await sweepPlace(place, context, tell);
  }
}

async function sweepPlace(
  place: string,
  context: Pick<RunContext, 'processId' | 'isAlive'>,
  tell: (explanation: string) => void,
): Promise<void> {
  const names = await readdir(place).catch(() => []);
  for (const name of names.filter((each) => ownerFile.test(each)).sort()) {
    const note = join(place, name);
    const owner = await readFile(note, 'utf8').catch(() => context.processId);
    if (owner === context.processId || (await context.isAlive(owner))) continue;
    await putAway(note.slice(0, -ending.length), tell);
  }
}

async function putAway(folder: string, tell: (explanation: string) => void): Promise<void> {
  const orphan = await endOrphan(folder);
  if (orphan === 'stays' || orphan === 'elsewhere') {
    tell('The engine of a dead host cannot be ended from here; end it, and recover again.');
    return;
  }
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    await rm(ownerFileOf(folder), { force: true });
  } catch {
    tell('The folder of a dead host’s session cannot be removed; remove it, and recover again.');
    return;
  }
  tell(
    orphan === 'ended'
      ? 'A browser or provider of a dead host was still there: it was ended, and its folder removed.'
      : 'The folder of a dead host’s session was removed.',
  );
}
