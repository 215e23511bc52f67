import { link, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeNewDurably } from '../files/durable-file.ts';
import { RegistryFault } from './registry-fault.ts';
import { emptyRegistry, type RegistryState, registryStateSchema } from './registry-state.ts';

/** How many earlier revisions stay, for whoever wants to know what was when. */
const keptRevisions = 20;

const fileOf = (revision: number): string => `${String(revision).padStart(8, '0')}.json`;
const revisionFile = /^(\d{8})\.json$/;

/** The newest revision; an empty registry where there is none. A half-written one is none: it never got its name. */
export async function readRegistry(folder: string): Promise<RegistryState> {
  const [newest] = (await revisionsIn(folder)).slice(-1);
  if (newest === undefined) return emptyRegistry;
  const text = await readFile(join(folder, fileOf(newest)), 'utf8');
  const parsed = registryStateSchema.safeParse(json(text));
  if (parsed.success && parsed.data.revision === newest) return parsed.data;
  throw new RegistryFault(
    'registry_unreadable',
    'The registry of providers cannot be read; restore the folder of the state from a backup.',
  );
}

/**
 * Writes the next revision, durably, under its own name. Of two that are written at once one is refused: a name is given
 * once. A process that is killed here leaves the revision before, or the new one, and nothing between.
 *
 * @returns false when somebody else has written that revision
 */
export async function writeRegistry(folder: string, state: RegistryState, unique: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `${unique}.tmp`);
  try {
    await writeNewDurably(temporary, `${JSON.stringify(state, null, 2)}\n`);
    await link(temporary, join(folder, fileOf(state.revision)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(folder);
  await forgetOld(folder);
  return true;
}

async function revisionsIn(folder: string): Promise<readonly number[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .flatMap((name) => {
      const revision = revisionFile.exec(name)?.[1];
      return revision === undefined ? [] : [Number(revision)];
    })
    .sort((left, right) => left - right);
}

async function forgetOld(folder: string): Promise<void> {
  for (const revision of (await revisionsIn(folder)).slice(0, -keptRevisions)) {
    await rm(join(folder, fileOf(revision)), { force: true });
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
