import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Digest, digestOf } from '@cux/contracts';
import { RegistryFault } from './registry-fault.ts';

/** More files than any provider has; a folder that was named by mistake ends here. */
const maximumFiles = 20_000;

/** What appears while a program runs, and is no part of it. */
const notItself: ReadonlySet<string> = new Set(['.git', '__pycache__']);

/**
 * A digest over every file of a folder, by path and bytes: the identity of what would be run. Links count by where they
 * lead, and times and rights do not count.
 *
 * @param skip names of folders at the top that are no part of it
 */
export async function digestFolder(folder: string, skip: ReadonlySet<string> = new Set()): Promise<Digest> {
  const entries: (readonly [string, string])[] = [];
  await collect(folder, '', skip, entries);
  return digestOf(
    'cux/provider-files',
    entries.toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
}

async function collect(
  root: string,
  below: string,
  skip: ReadonlySet<string>,
  entries: (readonly [string, string])[],
): Promise<void> {
  for (const name of (await namesIn(join(root, below))).filter(
    (each) => !notItself.has(each) && !skip.has(each),
  )) {
    const path = below === '' ? name : `${below}/${name}`;
    const found = await lstat(join(root, path));
    if (found.isDirectory()) await collect(root, path, new Set(), entries);
    else
      entries.push([
        path,
        found.isSymbolicLink()
          ? `link ${await readlink(join(root, path))}`
          : await digestFile(join(root, path)),
      ]);
    if (entries.length > maximumFiles) {
      throw new RegistryFault(
        'release_unreadable',
        'The folder of the provider holds too many files; name the folder of the provider alone.',
      );
    }
  }
}

/** The digest of one file, as hexadecimal text. */
export async function digestFile(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    throw new RegistryFault(
      'release_unreadable',
      'The files of the provider cannot be read; install it again, or go back to the state before.',
      { cause },
    );
  }
}
