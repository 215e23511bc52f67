import type { ObservedRequest } from '../observed-write.ts';
import { singleHeader } from '../request-headers.ts';
import type { ReadField } from './fields.ts';
import { readForm } from './read-form.ts';
import { readJson } from './read-json.ts';
import { readMultipart } from './read-multipart.ts';

/** A body as rules see it. */
export type ReadBody =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json' | 'form' | 'multipart'; readonly fields: readonly ReadField[] }
  /** `declared` is what its type says it is. No rule matches it. */
  | { readonly kind: 'unreadable'; readonly declared: DeclaredKind };

export type DeclaredKind = 'json' | 'form' | 'multipart' | 'text' | 'binary' | 'unknown';

interface MediaType {
  readonly declared: DeclaredKind;
  readonly parameters: ReadonlyMap<string, string>;
}

const parameter = /^\s*([a-z]+)\s*=\s*(?:"([^"\\]*)"|([^\s"\\;]+))\s*$/i;

function declaredKind(essence: string): DeclaredKind {
  if (essence === 'application/x-www-form-urlencoded') return 'form';
  if (essence === 'multipart/form-data') return 'multipart';
  if (essence === 'application/json' || /^application\/[a-z0-9.-]+\+json$/.test(essence)) return 'json';
  return essence.startsWith('text/') ? 'text' : 'binary';
}

/** Reads one `Content-Type`; null when it is malformed or says something twice. */
function readMediaType(header: string): MediaType | null {
  const [essence = '', ...rest] = header.split(';');
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const match = parameter.exec(part);
    const name = match?.[1]?.toLowerCase();
    if (name === undefined || parameters.has(name)) return null;
    parameters.set(name, match?.[2] ?? match?.[3] ?? '');
  }
  return { declared: declaredKind(essence.trim().toLowerCase()), parameters };
}

/** Only the parameters that are expected, and no character set but UTF-8. */
function hasPlainParameters({ declared, parameters }: MediaType): boolean {
  const charset = parameters.get('charset');
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') return false;
  return [...parameters.keys()].every(
    (name) => name === 'charset' || (name === 'boundary' && declared === 'multipart'),
  );
}

function readFields(body: Uint8Array, { declared, parameters }: MediaType): readonly ReadField[] | null {
  if (declared === 'json') return readJson(body);
  if (declared === 'form') return readForm(body);
  if (declared === 'multipart') return readMultipart(body, parameters.get('boundary') ?? '');
  return null;
}

/**
 * Reads a body strictly by its declared type, and never by guessing from its bytes. Total: whatever
 * it cannot read in exactly one way is `unreadable`.
 */
export function readBody(request: Pick<ObservedRequest, 'headers' | 'body'>): ReadBody {
  if (request.body.byteLength === 0) return { kind: 'empty' };
  const header = singleHeader(request.headers, 'content-type');
  const type = header === null || header === 'repeated' ? null : readMediaType(header);
  if (type === null) return { kind: 'unreadable', declared: 'unknown' };
  const { declared } = type;
  const plain = hasPlainParameters(type) && singleHeader(request.headers, 'content-encoding') === null;
  try {
    const fields = plain ? readFields(request.body, type) : null;
    if (fields === null) return { kind: 'unreadable', declared };
    if (declared === 'json' || declared === 'form' || declared === 'multipart')
      return { kind: declared, fields };
  } catch {
    // A reader that gives up (for example on its stack) has not read the body.
  }
  return { kind: 'unreadable', declared };
}
