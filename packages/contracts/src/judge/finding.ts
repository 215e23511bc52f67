/** One thing that is wrong. It names the rule and the place, and never echoes the value. */
export interface Finding {
  /** A stable id, for example `gate.revision-ahead`. */
  readonly rule: string;
  /**
   * A JSON Pointer into the record; empty for the whole. A receipt and its annex are judged together, so their
   * pointers begin with `/receipt` and `/annex`. A key that no schema knows is written `*`, because a
   * key can hold a secret too.
   */
  readonly path: string;
  readonly message: string;
}

/** `ok` is true when there is no finding. All findings are reported at once. */
export type Verdict<Record> =
  | { readonly ok: true; readonly record: Record; readonly findings: readonly [] }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/** At most this many findings are reported for one record; what is beyond is more of the same. */
export const maximumFindings = 256;

/** The verdict for a record and what was found in it. */
export function verdictOf<Record>(record: Record | undefined, findings: readonly Finding[]): Verdict<Record> {
  if (record !== undefined && findings.length === 0) return { ok: true, record, findings: [] };
  return refusedFor(findings);
}

/** A verdict that refuses for these findings. */
export function refusedFor(findings: readonly Finding[]): {
  readonly ok: false;
  readonly findings: readonly Finding[];
} {
  return { ok: false, findings: uniqueFindings(findings).slice(0, maximumFindings) };
}

function uniqueFindings(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ rule, path }) => {
    const identity = `${rule} ${path}`;
    return seen.has(identity) ? false : seen.add(identity) !== undefined;
  });
}
