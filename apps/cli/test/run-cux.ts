import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface CuxEnd {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Runs the built command as a user's shell would, without a terminal. */
export async function runCux(
  args: readonly string[],
  options: { readonly cwd?: string; readonly environment?: Record<string, string> } = {},
): Promise<CuxEnd> {
  const { CUX_STATE: _, CUX_STORE: __, ...environment } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: options.cwd,
    env: { ...environment, ...options.environment },
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, output, errors };
}
