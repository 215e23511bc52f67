import { plainLine } from '@cux/content-ops';
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
    title: (text) => print(colors.bold(plainLine(text))),
    step: (text) => {
      steps += 1;
      print(`\n${colors.cyan(String(steps).padStart(2))}  ${colors.bold(plainLine(text))}`);
    },
    line: (text) => print(`    ${plainLine(text)}`),
    fact: (name, value) => print(`    ${colors.dim(`${plainLine(name)}:`)} ${plainLine(value)}`),
    good: (text) => print(`    ${colors.green('✓')} ${plainLine(text)}`),
    warn: (text) => print(`    ${colors.yellow('!')} ${plainLine(text)}`),
  };
}
