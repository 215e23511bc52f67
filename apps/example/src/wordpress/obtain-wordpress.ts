import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { makeFolder } from '@cux/vault';
import { extract } from 'tar';
import { DemoFault } from '../story/demo-fault.ts';
import { extractZip } from './extract-zip.ts';

const run = promisify(execFile);

const version = '6.5';
const packageName = '@wp-playground/wordpress-builds@0.9.19';
/** The registry's digest of that package: a cached or hand-brought tarball must be the same bytes. */
const packageSha512 =
  'dlqvh/MJDpE5W68vgPPKUjpip6zMuBh59L3D18ZX+pdwurC4q4ydrTww/3sTMV69BBcoH6kF93YtAtujNC5Mpw==';

/**
 * The folder of an unpacked WordPress 6.5 with its SQLite plugin, ready to be copied as a document root.
 * Downloaded once (158 MB, GPL-2.0-or-later; nothing of it is part of cux) and kept under `CUX_CACHE`, or
 * `~/.cache/cux`. `CUX_WORDPRESS_TARBALL` names a tarball of the npm package, for machines without a network.
 */
export async function obtainWordPress(
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const cache = environment.CUX_CACHE ?? join(environment.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cux');
  const ready = join(cache, `wordpress-${version}`);
  if (existsSync(ready)) return ready;
  makeFolder(cache);
  const working = await mkdtemp(join(cache, 'unpacking-'));
  try {
    const tarball = environment.CUX_WORDPRESS_TARBALL ?? (await download(working, say, signal));
    await requireDigest(tarball);
    signal.throwIfAborted();
    say(`Unpacking WordPress ${version} …`);
    await unpack(tarball, working);
    signal.throwIfAborted();
    await rename(join(working, 'root'), ready).catch((error: unknown) => {
      // Another demo was faster; its copy is as good.
      if (!existsSync(ready)) throw error;
    });
    return ready;
  } finally {
    await rm(working, { recursive: true, force: true });
  }
}

/** How often the person hears that the download goes on, in milliseconds: npm itself says nothing meanwhile. */
const betweenSigns = 10_000;

async function download(working: string, say: (line: string) => void, signal: AbortSignal): Promise<string> {
  say(`Downloading WordPress ${version} (${packageName}, 158 MB; kept for the next time) …`);
  const begun = performance.now();
  const telling = setInterval(() => {
    say(`… still downloading, for ${Math.round((performance.now() - begun) / 1_000)} s now (Ctrl-C ends it)`);
  }, betweenSigns);
  try {
    await run('npm', ['pack', packageName, '--silent', '--pack-destination', working], { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw new DemoFault(
      'download_failed',
      `WordPress could not be downloaded: check the network, or fetch it elsewhere with "npm pack ${packageName}" and name the file in CUX_WORDPRESS_TARBALL.`,
      { cause: error },
    );
  } finally {
    clearInterval(telling);
  }
  const name = (await readdir(working)).find((entry) => entry.endsWith('.tgz'));
  if (name === undefined)
    throw new DemoFault('download_failed', 'npm pack wrote no file; run the demo again.');
  return join(working, name);
}

async function requireDigest(tarball: string): Promise<void> {
  const hash = createHash('sha512');
  try {
    await pipeline(createReadStream(tarball), hash);
  } catch (error) {
    throw new DemoFault(
      'download_failed',
      'The tarball of WordPress cannot be read; check CUX_WORDPRESS_TARBALL.',
      { cause: error },
    );
  }
  if (hash.digest('base64') !== packageSha512) {
    throw new DemoFault(
      'download_failed',
      `The tarball of WordPress is not ${packageName}; fetch it again with "npm pack ${packageName}".`,
    );
  }
}

async function unpack(tarball: string, working: string): Promise<void> {
  const source = 'package/src';
  const overlay = `package/public/wp-${version}/`;
  const archives = [
    `${source}/wordpress/wp-${version}.zip`,
    `${source}/sqlite-database-integration/sqlite-database-integration.zip`,
  ];
  await extract({
    file: tarball,
    cwd: working,
    filter: (path) => archives.includes(path) || path.startsWith(overlay),
  });
  const root = join(working, 'root');
  // The zip leaves out what the overlay holds: styles, images and scripts.
  await rename(join(working, overlay), root);
  await extractZip(
    join(working, archives[0] ?? ''),
    root,
    (path) => !path.startsWith('wp-content/database/'),
  );
  await extractZip(join(working, archives[1] ?? ''), join(root, 'wp-content', 'plugins'), () => true);
}
