import { isOverrideField } from '@cux/contracts';
import type { ReadField } from './body/fields.ts';
import type { ReadBody } from './body/read-body.ts';
import type { ObservedRequest } from './observed-write.ts';
import { overrideHeaders } from './request-headers.ts';

function overrideValues(fields: readonly ReadField[]): readonly string[] {
  return fields.filter(({ name }) => isOverrideField(name)).map(({ value }) => String(value));
}

/**
 * The method that a server may be asked to take instead of the request's own, from override headers, the query
 * and the body. `null`: none; `conflict`: several that differ.
 */
export function requestedMethod(
  request: ObservedRequest,
  query: readonly ReadField[],
  body: ReadBody,
): string | null | 'conflict' {
  const inBody = 'fields' in body ? overrideValues(body.fields) : [];
  const all = [...overrideHeaders(request.headers), ...overrideValues(query), ...inBody];
  const methods = new Set(all.map((value) => value.trim().toUpperCase()));
  const [first = null, ...others] = methods;
  return others.length === 0 ? first : 'conflict';
}
