import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { packageFile } from '../src/disk/package-files.ts';
import type { StoryVerdict } from '../src/story/verdict.ts';

export interface DemoEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

/** Starts the built demo as a user's shell would, without a terminal. */
export function startDemo(
  state: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): ChildProcess {
  return spawn(process.execPath, [packageFile('dist', 'main.js'), '--state', state, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
}

export async function endOf(demo: ChildProcess): Promise<DemoEnd> {
  const [output, errors, [code, signal]] = await Promise.all([
    demo.stdout === null ? '' : text(demo.stdout),
    demo.stderr === null ? '' : text(demo.stderr),
    once(demo, 'exit'),
  ]);
  return { code, signal, output, errors };
}

export function runDemo(
  state: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<DemoEnd> {
  return endOf(startDemo(state, args, environment));
}

/** Resolves when the demo has printed this; rejects with what it said when it ends before. */
export async function untilPrinted(demo: ChildProcess, wanted: string): Promise<void> {
  let seen = '';
  let errors = '';
  demo.stderr?.on('data', (chunk) => {
    errors += String(chunk);
  });
  await new Promise<void>((resolve, reject) => {
    demo.stdout?.on('data', (chunk) => {
      seen += String(chunk);
      if (seen.includes(wanted)) resolve();
    });
    demo.once('exit', () => reject(new Error(`ended before "${wanted}": ${errors}\n${seen}`)));
  });
}

/** The JSON object on the last line. */
export function verdictOf(end: DemoEnd): StoryVerdict {
  const last = end.output.trimEnd().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(last);
  } catch {
    throw new Error(`no verdict; exit code ${end.code}\n${end.errors}\n${end.output}`);
  }
}
