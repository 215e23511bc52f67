import { resolve } from 'node:path';
import { expect } from 'vitest';
import { type ParsedOptions, parseOptions } from '../src/story/options.ts';
import { loadCux } from './cux-in-process.ts';

const cux = await loadCux();
const printed =
  /^ +[a-z' -]+: (?:npm run (?:-s )?|node \S+bootstrap\.mjs )(cux|demo)(?: --(?= |$))? ?(.*?)(?: {3}#.*)?$/gm;

/**
 * Runs every command that a story has printed for a person to go on with, as that person would at a terminal, but for an answer:
 * each leaves what it asks for later. Each is about this state, and about no other one that lies beside it.
 */
export async function expectCommandsToWork(state: string, output: string): Promise<readonly string[]> {
  const told = [...output.matchAll(printed)].map(([, script = '', rest = '']) => ({
    script,
    words: wordsOf(rest),
  }));
  expect(told.length).toBeGreaterThan(2);
  for (const { script, words } of told) {
    if (script === 'demo') {
      expect(demoOptions(words)).toMatchObject({ kind: 'run' });
      expect(resolve(stateOf(demoOptions(words)))).toBe(resolve(state));
    } else {
      expect(words.slice(0, 1)).toEqual(['--state']);
      expect(resolve(words[1] ?? '').startsWith(`${resolve(state)}/`)).toBe(true);
      expect(await runAtTerminal(words), words.join(' ')).toBe(0);
    }
  }
  return told.map(({ words }) => words.slice(2).join(' '));
}

function demoOptions(words: readonly string[]): ParsedOptions {
  return parseOptions(words, true, () => undefined);
}

function stateOf(parsed: ParsedOptions): string {
  return parsed.kind === 'run' ? parsed.options.state : '';
}

/** Whoever is there presses Enter: every question is left for later. */
function runAtTerminal(words: readonly string[]): Promise<number> {
  return cux.runProgram(words, {
    write: () => undefined,
    writeError: () => undefined,
    environment: { PATH: process.env.PATH },
    interactive: true,
    person: {
      decision: async () => null,
      outcome: async () => null,
      whether: async () => false,
      secret: async () => '',
    },
  });
}

/** As a shell reads them: single quotes keep a word together. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:'[^']*'|\\.|[^\s'\\])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|\\(.)/g, (_, kept = '', escaped = '') => `${kept}${escaped}`),
  );
}
