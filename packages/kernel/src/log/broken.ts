import type { AuditVerdict } from '../kernel.ts';

/** How many rows of the log are read at a time. */
export const pageSize = 500;

/** The verdict on a log that is not whole. */
export type Broken = Extract<AuditVerdict, { ok: false }>;

export function broken(rule: string, batch: number | null, message: string): Broken {
  return { ok: false, rule, batch, message };
}
