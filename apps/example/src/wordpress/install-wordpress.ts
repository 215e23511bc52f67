import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { writeFileDurably } from '../disk/durable-files.ts';
import { packageFile } from '../disk/package-files.ts';
import { DemoFault } from '../story/demo-fault.ts';

const settingsSchema = z.strictObject({ origin: z.string(), secret: z.string() });
const peopleSchema = z.strictObject({ admin: z.string(), writer: z.string() });

/** The passwords of the demo's own site, for whoever plays the person who signs in. */
export type People = z.infer<typeof peopleSchema>;

export const documentRoot = (directory: string): string => join(directory, 'root');

/** Whether a site was set up here, to the end. */
export function isInstalled(directory: string): boolean {
  return existsSync(join(directory, 'installed'));
}

/** Sets up a WordPress in this folder: files, an own database, an administrator and the author "writer". */
export async function installWordPress(
  directory: string,
  source: string,
  php: string,
  signal: AbortSignal,
): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(join(directory, 'database'), { recursive: true, mode: 0o700 });
  const root = documentRoot(directory);
  await cp(source, root, { recursive: true });
  await copyFile(packageFile('php', 'wp-config.php'), join(root, 'wp-config.php'));
  await writeDropIn(root);
  // The origin is not known before the server's port is; nothing that is stored depends on it.
  writeSettings(directory, { origin: 'http://127.0.0.1', secret: randomBytes(48).toString('base64url') });
  const people: People = { admin: password(), writer: password() };
  await writeFile(join(directory, 'people.json'), JSON.stringify(people), { mode: 0o600 });
  await runInstaller(php, root, people, signal);
  writeFileDurably(join(directory, 'installed'), `${new Date().toISOString()}\n`);
}

/** Lets the site write down each publication by itself. */
export async function countPublications(directory: string): Promise<void> {
  const folder = join(documentRoot(directory), 'wp-content', 'mu-plugins');
  await mkdir(folder, { recursive: true });
  await copyFile(packageFile('php', 'count-publications.php'), join(folder, 'count-publications.php'));
}

/** Tells the site its own address. */
export function setOrigin(directory: string, origin: string): void {
  const settings = settingsSchema.parse(JSON.parse(readFileSync(settingsFile(directory), 'utf8')));
  writeSettings(directory, { ...settings, origin });
}

export function readPeople(directory: string): People {
  return peopleSchema.parse(JSON.parse(readFileSync(join(directory, 'people.json'), 'utf8')));
}

/** The SQLite plugin brings its database drop-in as a template. */
async function writeDropIn(root: string): Promise<void> {
  const plugin = 'sqlite-database-integration-main';
  const template = await readFile(join(root, 'wp-content', 'plugins', plugin, 'db.copy'), 'utf8');
  const dropIn = template
    .replaceAll(`'{SQLITE_IMPLEMENTATION_FOLDER_PATH}'`, `__DIR__ . '/plugins/${plugin}'`)
    .replaceAll('{SQLITE_PLUGIN}', `${plugin}/load.php`);
  await writeFile(join(root, 'wp-content', 'db.php'), dropIn);
}

async function runInstaller(php: string, root: string, people: People, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const child = spawn(php, [packageFile('php', 'install.php'), root], {
    stdio: ['pipe', 'pipe', 'pipe'],
    signal,
  });
  child.stdin.end(JSON.stringify(people));
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code !== 0 || !output.includes('"version"')) {
    throw new DemoFault(
      'site_failed',
      'WordPress could not be installed; run again with --fresh, and check that PHP can write to the state folder.',
      { cause: new Error(errors || output) },
    );
  }
}

const settingsFile = (directory: string): string => join(directory, 'settings.json');
const password = (): string => randomBytes(15).toString('base64url');

function writeSettings(directory: string, settings: z.infer<typeof settingsSchema>): void {
  writeFileDurably(settingsFile(directory), JSON.stringify(settings));
}
