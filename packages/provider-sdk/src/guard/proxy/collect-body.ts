import type { IncomingMessage } from 'node:http';

export type CollectedBody =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  /** The sender gave up: there is nobody to answer and nothing to send. */
  | { readonly kind: 'aborted' };

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Reads request bodies to their end, up to a limit for each (in bytes) and eight times that for all that are
 * held at once: what is not whole is never decided on, and a page cannot fill the host's memory.
 */
export class BodyCollector {
  readonly #limit: number;
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The bytes count as held until `released` settles. */
  async collect(request: IncomingMessage, released: Promise<unknown>): Promise<CollectedBody> {
    if (!hasBody(request)) return { kind: 'whole', bytes: new Uint8Array() };
    if (Number(request.headers['content-length'] ?? 0) > this.#limit) return { kind: 'too-large' };
    let size = 0;
    const giveBack = () => {
      this.#held -= size;
      size = 0;
    };
    released.then(giveBack, giveBack);
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      const take = (chunk: Buffer) => {
        size += chunk.byteLength;
        this.#held += chunk.byteLength;
        if (size <= this.#limit && this.#held <= this.#limit * 8) return void chunks.push(chunk);
        chunks.length = 0;
        request.off('data', take);
        resolve({ kind: 'too-large' });
      };
      request.on('data', take);
      request.once('end', () => resolve({ kind: 'whole', bytes: Buffer.concat(chunks) }));
      request.once('error', () => resolve({ kind: 'aborted' }));
      request.once('close', () => resolve({ kind: 'aborted' }));
    });
  }
}
