/** One thing that is wrong. It names the rule and the place, and never echoes the value. */
export interface Finding {
  /** A stable id, for example `gate.revision-ahead`. */
  readonly rule: string;
  /** A JSON Pointer into the record; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

/** `ok` is true when there is no finding. All findings are reported at once. */
export type Verdict<Record> =
  | { readonly ok: true; readonly record: Record; readonly findings: readonly [] }
  | { readonly ok: false; readonly findings: readonly Finding[] };
