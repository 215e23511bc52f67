import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { cuxFile } from './cux-file.ts';

const program = cuxFile('dist', 'main.js');

export interface CuxEnd {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** What a person does at the terminal: once this is on the screen, that is typed. */
export type Typed = readonly [seen: string, typed: string];

/** The built `cux` in an application folder, as a user's shell runs it. */
export interface CuxApplication {
  readonly folder: string;
  run(...words: readonly string[]): Promise<CuxEnd>;
  json(...words: readonly string[]): Promise<Record<string, unknown>>;
  /** The same at a terminal of its own, with a person at it. */
  atTerminal(words: readonly string[], typed: readonly Typed[]): Promise<CuxEnd>;
}

/** The last choice of a question, whose first is to leave it for later. */
export const approve: Typed = ['Approve, exactly as shown', '\u001b[A\r'];
export const reject: Typed = ['Approve, exactly as shown', '\u001b[B\r'];

export function cuxIn(folder: string): CuxApplication {
  const { CUX_STATE: _, CUX_STORE: __, DISPLAY: ___, ...environment } = process.env;
  const options = { cwd: folder, env: { ...environment, TERM: 'xterm' } };
  const run = (...words: readonly string[]) =>
    endOf(spawn(process.execPath, [program, ...words], { ...options, stdio: ['ignore', 'pipe', 'pipe'] }));
  return {
    folder,
    run,
    json: async (...words) => JSON.parse((await run('--json', ...words)).output),
    atTerminal(words, typed) {
      const line = [process.execPath, program, ...words].map(quoted).join(' ');
      const child = spawn('script', ['-qec', line, '/dev/null'], {
        ...options,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      typeAt(child, [...typed]);
      return endOf(child);
    },
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function typeAt(child: ChildProcess, typed: Typed[]): void {
  let seen = '';
  child.stdout?.on('data', (chunk) => {
    seen += String(chunk);
    const [next] = typed;
    if (next === undefined || !seen.includes(next[0])) return;
    typed.shift();
    seen = '';
    child.stdin?.write(next[1]);
  });
}

async function endOf(child: ChildProcess): Promise<CuxEnd> {
  const [output, errors, [code]] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, output: stripVTControlCharacters(output), errors };
}
