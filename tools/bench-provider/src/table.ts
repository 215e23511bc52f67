/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

export const milliseconds = (value: number) => value.toFixed(value < 10 ? 2 : 1);

/** A ratio beside what it may be at most. */
export function compared(ratio: number, most: number): readonly string[] {
  return [ratio.toFixed(3), String(most), ratio <= most ? 'yes' : 'no'];
}
