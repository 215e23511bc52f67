import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Engine, Place } from './engine.ts';

/** A process that works on a place until it is killed. */
export interface Worker {
  readonly processId: string;
  /** The lines that it has told. */
  readonly told: readonly string[];
  /** Waits until it has told so many lines of a kind; throws when it ends before. */
  hasTold(count: number, what?: string): Promise<void>;
  kill(): Promise<void>;
}

export function startWorker(engine: Engine, place: Place, series: number, hold = ''): Worker {
  const child = spawn(process.execPath, [engine.worker, place.argument, String(series), hold], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const told = linesOf(child.stdout);
  const errors = linesOf(child.stderr);
  return {
    processId: `process-${series}`,
    told,
    hasTold: async (count, what = '') => {
      while (told.filter((line) => line.startsWith(what)).length < count) {
        if (hasEnded(child)) throw new Error(`the worker ended: ${errors.join('\n')}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    kill: async () => {
      if (hasEnded(child)) throw new Error(`the worker ended: ${errors.join('\n')}`);
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function linesOf(stream: NodeJS.ReadableStream | null): string[] {
  const lines: string[] = [];
  if (stream !== null) createInterface({ input: stream }).on('line', (line) => lines.push(line));
  return lines;
}
