import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const groups = ['packages', 'apps', 'tools'];
const skipped = new Set(['node_modules', '.turbo', '.vitest', 'coverage']);

/**
 * Names a set of files by their paths and bytes.
 * @param {string} root
 * @param {string[]} paths Relative to root.
 */
function digest(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    let bytes;
    try {
      bytes = readFileSync(join(root, path));
    } catch {
      continue;
    }
    hash.update(`${path.length}:${path}:${bytes.length}:`).update(bytes);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @returns {string[]} The packages of the workspace, relative to root.
 */
export function workspacePackages(root) {
  return groups
    .flatMap((group) => entries(join(root, group)).map((entry) => `${group}/${entry.name}`))
    .filter((directory) => entries(join(root, directory)).some((entry) => entry.name === 'package.json'));
}

/** @param {string} directory */
function entries(directory) {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

/**
 * @param {string} root
 * @param {string} directory Relative to root.
 * @returns {string[]}
 */
function filesBelow(root, directory) {
  return entries(join(root, directory)).flatMap((entry) => {
    const path = `${directory}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return skipped.has(entry.name) ? [] : filesBelow(root, path);
  });
}

/**
 * What decides what is installed: the lockfile, the workspace file and every manifest.
 * @param {string} root
 */
export function installFingerprint(root) {
  const manifests = workspacePackages(root).map((directory) => `${directory}/package.json`);
  return digest(root, ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests]);
}

/**
 * What decides what is built, and what was built: sources and settings, and every file of every `dist`.
 * @param {string} root
 */
export function buildFingerprint(root) {
  const directories = workspacePackages(root).filter((directory) => !directory.startsWith('tools/'));
  const inputs = directories.flatMap((directory) => [
    ...filesBelow(root, `${directory}/src`),
    ...entries(join(root, directory))
      .filter((entry) => entry.isFile() && /\.(json|[cm]?[jt]s)$/.test(entry.name))
      .map((entry) => `${directory}/${entry.name}`),
  ]);
  const outputs = directories.flatMap((directory) => filesBelow(root, `${directory}/dist`));
  return digest(root, ['tsconfig.base.json', 'turbo.json', 'pnpm-lock.yaml', ...inputs, ...outputs]);
}
