import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { plainLine } from '@cux/content-ops';
import { CliFault } from '../cli-fault.ts';
import { cuxAlone } from '../next-command.ts';
import { configName } from '../options/config-file.ts';

/** The files of one state folder. */
export interface StateLocation {
  readonly folder: string;
  readonly database: string;
  readonly vault: string;
  /** The key of the vault, where the environment does not give one. */
  readonly vaultKey: string;
  readonly working: string;
  /** The publishing rules that the folder's work follows. */
  readonly rules: string;
  /** The action policy of the folder's work. */
  readonly policy: string;
  /** Further site recipes; undefined where there are none. */
  readonly recipes: string | undefined;
}

const databaseName = 'cux.sqlite';
const demoFolder = '.cux-demo';

/**
 * Finds the state folder: the named one, or the newest that it holds; without a name the newest of a demo in the
 * present folder. Creates nothing.
 */
export function locateState(named: string | undefined): StateLocation {
  const folder = newestStateIn(resolve(named ?? demoFolder));
  if (folder !== null) return locationOf(folder);
  throw new CliFault('state_missing', named === undefined ? noneHere() : noneWhereNamed(named));
}

function noneHere(): string {
  const here = plainLine(resolve());
  return `There is no cux state here: ${here} has no ${demoFolder}, and no ${configName} there or above names one; go to the folder that you work in or name its state with --state, or make one with "${cuxAlone('init my-site')}" (in a clone of cux the demo makes one, too).`;
}

function noneWhereNamed(named: string): string {
  const folder = plainLine(resolve(named));
  return `There is no cux state in ${folder}, which --state, CUX_STATE or ${configName} names: correct the path, or make a folder to work in with "${cuxAlone('init my-site')}".`;
}

/**
 * The folder of a state whose store is elsewhere: the named one, or the newest state that it holds; without a name
 * the newest of a demo. Creates nothing.
 */
export function locateFolder(named: string | undefined): StateLocation {
  const folder = resolve(named ?? demoFolder);
  const newest = newestStateIn(folder);
  if (newest !== null) return locationOf(newest);
  if (named !== undefined && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) {
    return locationOf(folder);
  }
  throw new CliFault(
    'state_missing',
    `A store is named, but no folder with its vault: name the state folder with --state or CUX_STATE, or make one with "${cuxAlone('init my-site')}".`,
  );
}

function locationOf(folder: string): StateLocation {
  return {
    folder,
    database: join(folder, databaseName),
    vault: join(folder, 'vault'),
    vaultKey: join(folder, 'vault.key'),
    working: join(folder, 'working'),
    rules: join(folder, 'rules.json'),
    policy: join(folder, 'policy.json'),
    recipes: undefined,
  };
}

function newestStateIn(folder: string): string | null {
  if (changedAt(join(folder, databaseName)) !== null) return folder;
  const candidates = foldersIn(folder)
    .map((path) => ({ path, changed: lastUse(path) }))
    .filter((each): each is { path: string; changed: number } => each.changed !== null)
    .toSorted((left, right) => right.changed - left.changed);
  return candidates[0]?.path ?? null;
}

/** A write goes to the database's write-ahead log first, so the newer of the two counts. */
function lastUse(folder: string): number | null {
  const database = changedAt(join(folder, databaseName));
  if (database === null) return null;
  return Math.max(database, changedAt(join(folder, `${databaseName}-wal`)) ?? 0);
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name));
  } catch {
    return [];
  }
}

/** Null where there is nothing, and for a path that leads nowhere (too long, a loop of links, through a file). */
function changedAt(path: string): number | null {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
  } catch {
    return null;
  }
}
