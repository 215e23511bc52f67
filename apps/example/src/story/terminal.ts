/** The terminal that the story is told on. */
export interface Terminal {
  readonly write: (text: string) => void;
  readonly colors: boolean;
  /** Its width in characters; null where there is no terminal. */
  readonly columns: number | null;
  /** Whether a person can be asked here. */
  readonly interactive: boolean;
}

export function processTerminal(): Terminal {
  return {
    write: (text) => {
      process.stdout.write(text);
    },
    colors:
      process.stdout.isTTY === true && process.env.NO_COLOR === undefined && process.env.TERM !== 'dumb',
    columns: process.stdout.isTTY === true ? process.stdout.columns : null,
    interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  };
}
