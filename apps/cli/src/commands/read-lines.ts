/** One line of a stream, without its line feed; `too-large` when it is longer than the limit, and skipped. */
export type StreamLine =
  | { readonly kind: 'line'; readonly number: number; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large'; readonly number: number };

const lineFeed = 0x0a;

/** Cuts a stream of bytes into lines, holding no more than one of them. */
export async function* readLines(
  stream: AsyncIterable<Uint8Array>,
  maximumBytes: number,
): AsyncGenerator<StreamLine> {
  let number = 1;
  let parts: Uint8Array[] = [];
  let held = 0;
  let skipping = false;
  const take = (part: Uint8Array): void => {
    held += part.length;
    if (held > maximumBytes) {
      skipping = true;
      parts = [];
    }
    if (!skipping && part.length > 0) parts.push(part);
  };
  const finish = (): StreamLine => {
    const line: StreamLine = skipping
      ? { kind: 'too-large', number }
      : { kind: 'line', number, bytes: Buffer.concat(parts) };
    number += 1;
    parts = [];
    held = 0;
    skipping = false;
    return line;
  };
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      take(chunk.subarray(start, end));
      yield finish();
      start = end + 1;
    }
    take(chunk.subarray(start));
  }
  if (held > 0) yield finish();
}
