import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cux = join(dirname(createRequire(import.meta.url).resolve('@cux/cli/package.json')), 'dist', 'main.js');

/** What the built `cux` prints about a state folder; rejects when it fails. */
export async function runCux(state: string, ...args: readonly string[]): Promise<string> {
  return (await run(process.execPath, [cux, '--state', state, ...args])).stdout;
}
