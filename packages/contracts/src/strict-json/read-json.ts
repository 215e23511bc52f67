import type { Finding } from '../judge/finding.ts';
import { type JsonPath, pointerOf } from '../judge/pointer.ts';
import { parseStatements } from '../judge/rules/parse.ts';
import { decodeText, type ParseRule } from './decode.ts';
import { type JsonLimits, recordLimits } from './limits.ts';
import { quickRead } from './quick-read.ts';
import { scanJson } from './scan-json.ts';

/** The value of a strictly read JSON object, or everything that strict reading refuses in it. */
export type JsonReading =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/**
 * Reads bytes as one strict JSON object. Total: it never throws, and builds no object before the whole text has
 * passed size, depth, key, number and text rules (family `parse`).
 *
 * @param bytes UTF-8 JSON; anything but a `Uint8Array` is a finding
 * @param limits defaults to the limits of v0 records
 * @param root where the record stands in the verdict, for example `['annex']`
 */
export function readStrictJson(
  bytes: unknown,
  limits: JsonLimits = recordLimits,
  root: JsonPath = [],
): JsonReading {
  const decoding = decodeText(bytes, limits.maximumBytes);
  if (!decoding.ok) return { ok: false, findings: [parseFinding(decoding.rule, root)] };
  const value = quickRead(decoding.text, limits, decoding.isAscii);
  if (value !== undefined) return { ok: true, value };
  const problems = scanJson(decoding.text, limits);
  if (problems.length > 0) {
    return { ok: false, findings: problems.map(({ rule, path }) => parseFinding(rule, [...root, ...path])) };
  }
  try {
    return { ok: true, value: JSON.parse(decoding.text) as Record<string, unknown> };
  } catch {
    return { ok: false, findings: [parseFinding('parse.syntax', root)] };
  }
}

export function parseFinding(rule: ParseRule, path: JsonPath): Finding {
  return { rule, path: pointerOf(path), message: parseStatements[rule] };
}
