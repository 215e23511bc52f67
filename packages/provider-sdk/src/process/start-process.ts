import { type ChildProcess, spawn } from 'node:child_process';
import { ProviderFault } from '../provider/provider-fault.ts';
import type { LinePort } from './connection.ts';
import { ProviderLog } from './provider-log.ts';

export interface StartOptions {
  readonly executable: string;
  readonly arguments: readonly string[];
  /** Where the process starts. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** What stands before the command, from `findConfinement`; empty for none. */
  readonly confinement: readonly string[];
  readonly onLog: (line: string) => void;
}

export interface StartedProcess extends LinePort {
  readonly processId: number;
  /** Resolves when the process has gone. */
  readonly ended: Promise<void>;
}

/**
 * Starts a program as the leader of a process group of its own. Rejects with a `ProviderFault` (`engine_missing`) when
 * it cannot be started.
 */
export async function startProcess(options: StartOptions): Promise<StartedProcess> {
  const [program = '', ...words] = [...options.confinement, options.executable, ...options.arguments];
  const child = spawn(program, words, {
    cwd: options.folder,
    env: { ...options.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const started = new Promise<number>((resolve, reject) => {
    child.once('spawn', () => resolve(child.pid ?? 0));
    child.once('error', (cause) => reject(cannotStart(cause)));
  });
  const log = new ProviderLog(options.onLog);
  child.stderr.on('data', (bytes: Uint8Array) => log.push(bytes));
  // Writing to one that has gone is noticed by its end.
  child.stdin.on('error', () => undefined);
  const processId = await started;
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    // A child of it that lives on may hold its output open: what it still writes is nobody's any more.
    child.once('exit', () => setTimeout(() => endOutput(child), lastWordsMs).unref());
  });
  return {
    processId,
    ended,
    write: (line) => {
      if (child.stdin.writable) child.stdin.write(line);
    },
    onBytes: (listener) => child.stdout.on('data', listener),
    onEnd: (listener) => void ended.then(listener),
    kill: () => endGroup(processId),
  };
}

/** How long what a process wrote last may take to arrive, in milliseconds. */
const lastWordsMs = 500;

function endOutput({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
}

/** The whole group; on Windows, which has none, the process. */
function endGroup(leader: number): void {
  for (const target of process.platform === 'win32' ? [leader] : [-leader, leader]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // Already gone.
    }
  }
}

function cannotStart(cause: unknown): ProviderFault {
  return new ProviderFault(
    'engine_missing',
    'The program that the manifest of the provider names cannot be started: install it, or correct `command` in the manifest.',
    { cause },
  );
}
