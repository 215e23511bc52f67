import type { WriteFingerprint } from '@cux/contracts';
import { type ReadBody, readBody } from './body/read-body.ts';
import type { ObservedRequest } from './observed-write.ts';
import { redactedHost, redactedName, redactedPath } from './redact.ts';
import { readRequestUrl } from './request-url.ts';

const mostShapeEntries = 40;

function bodyKindOf(request: ObservedRequest, body: ReadBody): WriteFingerprint['body_kind'] {
  if (request.kind === 'upgrade') return 'websocket';
  if (body.kind !== 'unreadable') return body.kind;
  return body.declared === 'text' || body.declared === 'binary' ? body.declared : 'unknown';
}

function shapeOf(body: ReadBody): string[] {
  if (!('fields' in body)) return [];
  const leaves = body.fields.filter(({ kind }) => kind !== 'object' && kind !== 'array');
  const entries = leaves.map(({ name, kind }) => `${redactedName(name)}:${kind}`);
  return [...new Set(entries)].sort().slice(0, mostShapeEntries);
}

/**
 * What a blocked request would have been: never a value, no query, no name or segment that could be a secret.
 */
export function fingerprintOf(request: ObservedRequest, rule: string): WriteFingerprint {
  const url = readRequestUrl(request.url);
  const body = readBody(request);
  return {
    method: /^[A-Z]{1,20}$/.test(request.method) ? request.method : 'OTHER',
    origin: url === null ? '{unreadable}' : redactedHost(url.origin),
    path: url === null ? '' : redactedPath(url.path),
    body_kind: bodyKindOf(request, body),
    shape: shapeOf(body),
    rule,
    count: 1,
  };
}
