import { stripVTControlCharacters } from 'node:util';
import { createColors } from 'picocolors';

/** Tells the story on the terminal. Everything that it prints is stripped of control characters: pages have a say in it. */
export interface Narrator {
  title(text: string): void;
  /** The next numbered step of the story. */
  step(text: string): void;
  line(text: string): void;
  /** A word and what it stands for. */
  fact(name: string, value: string): void;
  good(text: string): void;
  warn(text: string): void;
}

export function createNarrator(options: {
  readonly write: (text: string) => void;
  readonly colors: boolean;
  readonly quiet: boolean;
}): Narrator {
  const colors = createColors(options.colors);
  let steps = 0;
  const print = (text: string): void => {
    if (!options.quiet) options.write(`${text}\n`);
  };
  return {
    title: (text) => print(colors.bold(plain(text))),
    step: (text) => {
      steps += 1;
      print(`\n${colors.cyan(String(steps).padStart(2))}  ${colors.bold(plain(text))}`);
    },
    line: (text) => print(`    ${plain(text)}`),
    fact: (name, value) => print(`    ${colors.dim(`${plain(name)}:`)} ${plain(value)}`),
    good: (text) => print(`    ${colors.green('✓')} ${plain(text)}`),
    warn: (text) => print(`    ${colors.yellow('!')} ${plain(text)}`),
  };
}

/** One line of printable text. */
export function plain(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/[\t\r\n\u2028\u2029]+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '');
}
