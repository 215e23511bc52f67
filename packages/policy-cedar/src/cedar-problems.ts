import type { DetailedError } from '@cedar-policy/cedar-wasm/nodejs';
import { type PolicyProblem, placeOf } from '@cux/policy';

/** A problem of ours at an offset of the file, in UTF-16 units. */
export function problemAt(text: string, offset: number, rule: string, message: string): PolicyProblem {
  return { rule, path: '', ...placeOf(text, Math.max(offset, 0)), message };
}

/**
 * A problem that Cedar found in a part of the file that begins at `offset`. Its message is Cedar's, which names words of
 * the policy and of the schema.
 */
export function cedarProblem(
  text: string,
  part: { readonly text: string; readonly offset: number },
  rule: string,
  { message, help, sourceLocations }: DetailedError,
): PolicyProblem {
  const within = unitsBefore(part.text, sourceLocations?.[0]?.start ?? 0);
  const said = help === null ? message : `${message}; ${help}`;
  return problemAt(text, part.offset + within, rule, `${said}.`);
}

/** Cedar counts bytes of UTF-8, editors and we count UTF-16 units. */
function unitsBefore(text: string, bytes: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, bytes)).length;
}
