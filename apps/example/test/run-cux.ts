import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cuxFile } from './cux-file.ts';

const run = promisify(execFile);
const cux = cuxFile('dist', 'main.js');

/** What the built `cux` prints about a state folder; rejects when it fails. */
export async function runCux(state: string, ...args: readonly string[]): Promise<string> {
  return (await run(process.execPath, [cux, '--state', state, ...args])).stdout;
}
