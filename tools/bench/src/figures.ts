export function median(values: readonly number[]): number {
  const ordered = [...values].sort((left, right) => left - right);
  const middle = Math.floor(ordered.length / 2);
  const upper = ordered[middle] ?? Number.NaN;
  return ordered.length % 2 === 1 ? upper : ((ordered[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** One line of the table. */
export interface Figure {
  readonly what: string;
  readonly measured: string;
  /** The ratio and what it is a ratio of; empty where there is none. */
  readonly ratio: string;
  /** What is asked for, and aimed at. */
  readonly asked: string;
}

export function tableOf(figures: readonly Figure[]): string {
  const lines = figures.map(
    ({ what, measured, ratio, asked }) => `| ${what} | ${measured} | ${ratio} | ${asked} |`,
  );
  return ['| what | measured | ratio | asked for (aim) |', '|---|---|---|---|', ...lines].join('\n');
}

export function perSecond(rate: number): string {
  return `${rate >= 100 ? Math.round(rate).toLocaleString('en') : rate.toFixed(1)} /s`;
}

export function times(ratio: number): string {
  return `${ratio >= 20 ? Math.round(ratio) : ratio.toFixed(2)} ×`;
}
