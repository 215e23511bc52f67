import { plainLine } from '@cux/content-ops';
import pc from 'picocolors';

/** Where a command's answer goes: one JSON value, or lines for a person. */
export interface Output {
  readonly json: boolean;
  write(text: string): void;
  /** Where progress and warnings go; beside the answer, never in it. */
  readonly writeError?: (text: string) => void;
  /** Whether the lines may be coloured: a terminal shows them, and nobody has asked for none. */
  readonly colors?: boolean;
  /** Whether progress can be shown as something that moves. */
  readonly progress?: boolean;
}

/** Prints the answer in the form that was asked for. */
export function answer(output: Output, value: unknown, lines: readonly string[]): void {
  if (output.json) output.write(`${JSON.stringify(value)}\n`);
  else for (const line of lines) output.write(`${coloured(output, plainLine(line))}\n`);
}

/** Milliseconds since the epoch as ISO 8601, in UTC. */
export function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** A stretch of milliseconds in words, to the second: `1 h 2 min 3 s`. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(seconds / 3_600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ];
  const shown = parts.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount} ${unit}`);
  return shown.length === 0 ? 'less than a second' : shown.join(' ');
}

/** `name:            text`, as every command that shows one thing writes its lines. */
export function named(name: string, text: string): string {
  return `${`${name}:`.padEnd(16)} ${text}`;
}

/** What is fine, what is not, and what a line is about. Colour says nothing that the words do not say. */
function coloured({ colors }: Output, line: string): string {
  if (colors !== true) return line;
  const paint = pc.createColors(true);
  return line
    .replace(/^ok(?= )/, (mark) => paint.green(mark))
    .replace(/^NO(?= )/, (mark) => paint.red(mark))
    .replace(/^[a-z][a-z ]{1,15}:(?= )/, (name) => paint.bold(name));
}
