import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The parts of a package.json that the arrows are about. */
export interface Manifest {
  name?: string;
  private?: boolean;
  exports?: Record<string, unknown>;
  imports?: unknown;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** A package as it lies on disk. */
export interface PackageOnDisk {
  name: string;
  /** Relative to the root, with forward slashes. */
  directory: string;
  manifest: Manifest;
}

const skipped = new Set(['node_modules', 'dist', 'coverage']);

/** Relative to the root, with forward slashes, whatever the machine. */
export function slashed(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

export function readManifest(directory: string): Manifest {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;
}

/** Every package two folders deep, whatever the workspace file lists: a forgotten one must not go unseen. */
export function packagesOnDisk(root: string): PackageOnDisk[] {
  return folders(root)
    .flatMap((group) => folders(group))
    .filter((directory) => existsSync(join(directory, 'package.json')))
    .map((directory) => {
      const manifest = readManifest(directory);
      return { name: manifest.name ?? '', directory: slashed(root, directory), manifest };
    });
}

/** Every file of a package that holds code, by absolute path. */
export function codeFiles(directory: string): string[] {
  return files(directory).filter((path) => /\.[cm]?[jt]sx?$/.test(path));
}

/** Every file below a folder, except what is installed, built or hidden. */
export function files(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.') && !skipped.has(entry.name))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? files(path) : [path];
    })
    .sort();
}

function folders(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name))
    .map((entry) => join(directory, entry.name))
    .sort();
}
