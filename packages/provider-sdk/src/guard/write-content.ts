import { canonicalForm } from '@cux/contracts';
import type { ReadField } from './body/fields.ts';
import { readBody } from './body/read-body.ts';
import type { ObservedRequest } from './observed-write.ts';
import { readRequestUrl } from './request-url.ts';

/**
 * What a write says, as rules read it. Two that differ in nothing but how they are written down (the boundary of a multipart body,
 * spaces, escapes and the order of members in JSON) say the same. It is compared, and kept no longer than its permit.
 */
export function writeContent(request: ObservedRequest): string {
  const url = readRequestUrl(request.url);
  const address = url === null ? request.url : `${url.origin}${url.path}${url.search}`;
  const body = readBody(request);
  const fields = 'fields' in body ? body.fields : [];
  return canonicalForm([request.method, address, body.kind, body.kind === 'json' ? inOrder(fields) : fields]);
}

function inOrder(fields: readonly ReadField[]): readonly ReadField[] {
  return [...fields].sort((one, other) => (one.name < other.name ? -1 : 1));
}
