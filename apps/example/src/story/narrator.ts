import { plainLine } from '@cux/content-ops';
import { createColors } from 'picocolors';
import { wrapWords } from './wrap-words.ts';

/** Tells the story on the terminal. Everything that it prints is stripped of control characters: pages have a say in it. */
export interface Narrator {
  title(text: string): void;
  /** The next numbered step of the story. */
  step(text: string): void;
  line(text: string): void;
  /** A word and what it stands for. */
  fact(name: string, value: string): void;
  /** A word and a command to copy: it stays in one piece, however narrow the terminal is. */
  command(name: string, command: string): void;
  good(text: string): void;
  warn(text: string): void;
}

const margin = '    ';
/** Narrower than this, lines are left to the terminal. */
const narrowest = 40;

export function createNarrator(options: {
  readonly write: (text: string) => void;
  readonly colors: boolean;
  readonly quiet: boolean;
  /** The width of the terminal, in characters; null where lines are not broken. */
  readonly columns: number | null;
}): Narrator {
  const colors = createColors(options.colors);
  const { columns } = options;
  const width = columns === null || columns < narrowest ? Number.POSITIVE_INFINITY : columns;
  let steps = 0;
  const print = (text: string): void => {
    if (!options.quiet) options.write(`${text}\n`);
  };
  /** Lines below the first are as far in as the text of the first. */
  const block = (lead: string, indent: number, text: string, dress = (line: string) => line): void => {
    const lines = wrapWords(plainLine(text), width - indent);
    print(lines.map((line, index) => `${index === 0 ? lead : ' '.repeat(indent)}${dress(line)}`).join('\n'));
  };
  const named = (name: string): string => `${plainLine(name)}:`;
  return {
    title: (text) => block('', 0, text, colors.bold),
    step: (text) => {
      steps += 1;
      block(`\n${colors.cyan(String(steps).padStart(2))}  `, margin.length, text, colors.bold);
    },
    line: (text) => block(margin, margin.length, text),
    fact: (name, value) => {
      const [head = '', ...tail] = wrapWords(`${named(name)} ${plainLine(value)}`, width - margin.length);
      const first = `${colors.dim(named(name))}${head.slice(named(name).length)}`;
      print([first, ...tail.map((line) => `  ${line}`)].map((line) => `${margin}${line}`).join('\n'));
    },
    command: (name, command) => print(`${margin}${colors.dim(named(name))} ${plainLine(command)}`),
    good: (text) => block(`${margin}${colors.green('✓')} `, margin.length + 2, text),
    warn: (text) => block(`${margin}${colors.yellow('!')} `, margin.length + 2, text),
  };
}
