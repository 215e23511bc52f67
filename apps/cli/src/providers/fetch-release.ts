import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { ReleaseSource } from '@cux/runtime';
import { makeFolder } from '@cux/vault';
import { CliFault } from '../cli-fault.ts';
import { packageManifest, shippedPackage } from './shipped.ts';

const run = promisify(execFile);

export interface ReleaseWish {
  /** A provider that comes with cux, the path of a manifest or of a package, or what npm calls a package. */
  readonly source: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly confinement: ReleaseSource['confinement'];
}

/** Files that were brought for one change, and how they are put away when nothing came of it. */
export interface FetchedRelease {
  readonly source: ReleaseSource;
  putAway(): void;
}

/**
 * Brings the files of a provider into the state folder, where nobody else changes them and an earlier state stays beside a
 * later one. What comes with cux is used where it lies. Scripts of packages are not run.
 */
export async function fetchRelease(releases: string, wish: ReleaseWish): Promise<FetchedRelease> {
  const { source, config, confinement } = wish;
  const own = shippedPackage(source);
  if (own !== null) return { source: { ...own, config, confinement }, putAway: () => {} };
  const folder = join(releases, randomUUID());
  makeFolder(folder);
  const putAway = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const found = await bring(source, folder);
    return { source: { folder, ...found, config, confinement }, putAway };
  } catch (error) {
    putAway();
    throw error;
  }
}

type Brought = Pick<ReleaseSource, 'manifest' | 'version'>;

async function bring(source: string, folder: string): Promise<Brought> {
  const path = resolve(source);
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.isFile() === true) return copyAround(path, folder);
  if (status?.isDirectory() === true && packageManifest(path) === null) {
    throw new CliFault(
      'usage',
      'The folder is no package with a provider: its package.json says where the manifest is, as "cux": {"provider": …}.',
    );
  }
  return install(status === undefined ? source : path, folder);
}

/** A provider in any language: its manifest, and all that lies around it. */
function copyAround(manifest: string, folder: string): Brought {
  cpSync(dirname(manifest), folder, {
    recursive: true,
    filter: (from) => !['node_modules', '.git', '__pycache__'].includes(basename(from)),
  });
  return { manifest: basename(manifest), version: null };
}

async function install(name: string, folder: string): Promise<Brought> {
  if (!/^[^-\s][^\s]*$/.test(name)) {
    throw new CliFault(
      'usage',
      'A provider is named by playwright, http, mock, the path of a manifest or package, or its name at npm.',
    );
  }
  try {
    await run(
      process.platform === 'win32' ? 'npm.cmd' : 'npm',
      [
        'install',
        '--prefix',
        folder,
        '--ignore-scripts',
        '--install-links',
        '--no-audit',
        '--no-fund',
        '--',
        name,
      ],
      { maxBuffer: 16_777_216, cwd: folder },
    );
  } catch {
    throw new CliFault(
      'not_found',
      'npm could not bring this package: check its name, its version and the network, or name a folder that holds it.',
    );
  }
  const packageName = onlyDependency(folder);
  const found = packageName === null ? null : packageManifest(join(folder, 'node_modules', packageName));
  if (packageName === null || found === null) {
    throw new CliFault(
      'refused',
      'The package is no provider: its package.json names no manifest ("cux": {"provider": …}).',
    );
  }
  return { manifest: ['node_modules', packageName, found.manifest].join('/'), version: found.version };
}

function onlyDependency(folder: string): string | null {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return null;
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  return Object.keys(dependencies)[0] ?? null;
}
