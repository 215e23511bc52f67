import { plainLine } from '@cux/content-ops';

/** Where a command's answer goes: one JSON value, or lines for a person. */
export interface Output {
  readonly json: boolean;
  write(text: string): void;
}

/** Prints the answer in the form that was asked for. */
export function answer(output: Output, value: unknown, lines: readonly string[]): void {
  if (output.json) output.write(`${JSON.stringify(value)}\n`);
  else for (const line of lines) output.write(`${plainLine(line)}\n`);
}

/** Milliseconds since the epoch as ISO 8601, in UTC. */
export function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
