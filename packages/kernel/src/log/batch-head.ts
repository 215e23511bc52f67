/** What the log says a row must be by now. */
export interface Claim {
  readonly revision: number;
  readonly digest: string;
}

/** What the first event of a batch says: which command it was, and what it wrote. */
export interface BatchHead {
  readonly time: number;
  readonly scope: string;
  readonly key: string;
  readonly answer_digest: string;
  readonly command_digest: string;
  readonly rows: readonly (Claim & { readonly kind: string; readonly id: string })[];
}

/** Null where it cannot be read. */
export function readHead(body: string): BatchHead | null {
  try {
    const head: unknown = JSON.parse(body);
    return typeof head === 'object' && head !== null && 'rows' in head && Array.isArray(head.rows)
      ? (head as BatchHead)
      : null;
  } catch {
    return null;
  }
}
