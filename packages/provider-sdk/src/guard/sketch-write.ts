import { redactText, type WriteFingerprint } from '@cux/contracts';
import type { ReadField } from './body/fields.ts';
import { readBody } from './body/read-body.ts';
import { readUrlEncoded } from './body/read-form.ts';
import { fingerprintOf } from './fingerprint.ts';
import { requestedMethod } from './method-override.ts';
import type { ObservedRequest } from './observed-write.ts';
import { redactedName, redactedPath } from './redact.ts';
import { readRequestUrl } from './request-url.ts';

/** One field of a query or body, without what it holds unless that is known or a plain word. */
export interface SketchedField {
  /** The name, or the JSON Pointer. */
  readonly name: string;
  readonly kind: ReadField['kind'];
  /** The placeholder whose value it holds, for example `{content.title}`; null when it holds none of them. */
  readonly holds: string | null;
  /** A short word of lower-case letters or one of two digits, as applications use for states; null for everything else. */
  readonly word: string | null;
}

/** A write as somebody needs to see it who writes a rule for it: like a fingerprint, with its query and what is known. */
export interface WriteSketch {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly bodyKind: WriteFingerprint['body_kind'];
  /** The method that an override header or field asks for; null when none does. */
  readonly override: string | null;
  readonly query: readonly SketchedField[];
  readonly fields: readonly SketchedField[];
}

const mostFields = 200;
const plainWord = /^([a-z]{1,16}([-_][a-z]{1,16}){0,2}|\d{1,2})$/;
const privateName = /pass|pwd|secret|token|nonce|sectok|csrf|key|auth|session|cookie|code|otp|pin/i;

/**
 * Sketches a write for a person at a terminal. What a field holds is told only where it is one of the known values
 * (as their placeholder) or a plain word in a field whose name does not sound private; never anything else.
 *
 * @param known placeholders with their values, for example `{content.title}`; the longest name wins where values are equal
 */
export function sketchWrite(request: ObservedRequest, known: Readonly<Record<string, string>>): WriteSketch {
  const { method, origin, body_kind: bodyKind } = fingerprintOf(request, 'guard.sketch');
  const url = readRequestUrl(request.url);
  const query = (url === null ? null : readUrlEncoded(url.search.slice(1))) ?? [];
  const body = readBody(request);
  const override = requestedMethod(request, query, body);
  const sketch = (field: ReadField) => sketchField(field, known);
  const fields = 'fields' in body ? body.fields : [];
  const leaves = fields.filter(({ kind }) => kind !== 'object' && kind !== 'array');
  return {
    method,
    origin,
    path: url === null ? '' : sketchPath(url.path, known),
    bodyKind,
    override: override === 'conflict' ? null : override,
    query: query.map(sketch).slice(0, mostFields),
    fields: leaves.map(sketch).slice(0, mostFields),
  };
}

/** Paths are what some applications name their interface by in a query. */
function isPlain(text: string): boolean {
  return plainWord.test(text) || (/^\/[a-z0-9/_-]{1,90}$/.test(text) && redactedPath(text) === text);
}

function sketchPath(path: string, known: Readonly<Record<string, string>>): string {
  return path
    .split('/')
    .map((segment) => placeholderOf(segment, known) ?? redactedPath(segment))
    .join('/');
}

function placeholderOf(text: string, known: Readonly<Record<string, string>>): string | null {
  if (text === '') return null;
  return Object.keys(known).find((key) => known[key] === text) ?? null;
}

function sketchField(
  { name, kind, value }: ReadField,
  known: Readonly<Record<string, string>>,
): SketchedField {
  const text = kind === 'string' || kind === 'number' ? String(value).replaceAll('\r\n', '\n') : null;
  const holds = text === null ? null : placeholderOf(text, known);
  const isWord = text !== null && isPlain(text) && !privateName.test(name) && redactText(text, 100) === text;
  return {
    name: redactedName(name),
    kind,
    holds,
    word: holds === null && isWord ? text : null,
  };
}
