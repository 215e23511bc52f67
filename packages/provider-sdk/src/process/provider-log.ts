import { redactText } from '@cux/contracts';
import { LineReader } from './line-reader.ts';

const longestRawLine = 65_536;
const longestShownLine = 400;
const mostLines = 500;

/**
 * What a provider writes to its standard error: a line at a time through the redaction exit, each cut, the latest kept.
 * One that never ends a line is not listened to any further.
 */
export class ProviderLog {
  readonly #reader = new LineReader(longestRawLine);
  readonly #onLine: (line: string) => void;
  #deaf = false;
  #count = 0;

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(bytes: Uint8Array): void {
    if (this.#deaf) return;
    const lines = this.#reader.push(bytes);
    this.#deaf = lines === null;
    for (const line of lines ?? []) this.#tell(new TextDecoder().decode(line));
  }

  #tell(line: string): void {
    this.#count += 1;
    if (this.#count < mostLines) this.#onLine(redactText(line, longestShownLine));
    if (this.#count === mostLines)
      this.#onLine('(the provider has more to say; it is not listened to any further)');
  }
}
