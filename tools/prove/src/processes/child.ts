import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process of this package, and the whole lines that it has told so far. */
export interface Child {
  readonly process: ChildProcess;
  readonly lines: string[];
  /** Waits until it has told so many lines; throws when it ends before. */
  heard(count: number): Promise<void>;
  /** Writes a line to its standard input. */
  tell(line: string): void;
  /** Ends it with SIGKILL, and waits until it is gone and everything that it told was read. */
  kill(): Promise<void>;
  /** Waits until it has ended by itself; throws when it failed. */
  ended(): Promise<void>;
}

/**
 * Starts a program of this package. What it works on comes in its environment, as JSON: an address may hold a password,
 * which is no argument.
 */
export function startChild(program: URL, work: object): Child {
  const child = spawn(process.execPath, [fileURLToPath(program)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, CUX_PROVE_WORK: JSON.stringify(work) },
  });
  const lines: string[] = [];
  const errors: string[] = [];
  let waiting: (() => void)[] = [];
  const wake = () => {
    for (const each of waiting) each();
    waiting = [];
  };
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => {
    lines.push(line);
    wake();
  });
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));
  const closed = once(output, 'close').then(wake);
  const exited = once(child, 'exit').then(([code, signal]) => {
    wake();
    return { code: code as number | null, signal: signal as string | null };
  });
  const over = () => child.exitCode !== null || child.signalCode !== null;
  return {
    process: child,
    lines,
    heard: async (count) => {
      while (lines.length < count) {
        if (over()) throw new Error(`a process of the proof has ended: ${errors.slice(0, 8).join('\n')}`);
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    tell: (line) => {
      child.stdin.write(`${line}\n`);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
      await closed;
    },
    ended: async () => {
      const { code } = await exited;
      await closed;
      if (code !== 0) throw new Error(`a process of the proof has failed: ${errors.slice(0, 8).join('\n')}`);
    },
  };
}

/** What a program of this package was started to work on. */
export function givenWork<Work>(): Work {
  return JSON.parse(process.env.CUX_PROVE_WORK ?? '{}') as Work;
}
