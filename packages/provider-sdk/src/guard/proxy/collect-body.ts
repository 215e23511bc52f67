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

/** Reads a request's body to its end, or up to `limit` bytes: what is not whole is never decided on. */
export async function collectBody(request: IncomingMessage, limit: number): Promise<CollectedBody> {
  if (!hasBody(request)) return { kind: 'whole', bytes: new Uint8Array() };
  if (Number(request.headers['content-length'] ?? 0) > limit) return { kind: 'too-large' };
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= limit) chunks.push(chunk);
      else resolve({ kind: 'too-large' });
    });
    request.once('end', () => resolve({ kind: 'whole', bytes: Buffer.concat(chunks) }));
    request.once('error', () => resolve({ kind: 'aborted' }));
    request.once('close', () => resolve({ kind: 'aborted' }));
  });
}
