/** How much may be used. Absent means unlimited. Counted per goal. */
export interface QuotaLimits {
  readonly attempts?: number;
  readonly external_writes?: number;
}

/** What has been reserved and used; every reservation is settled once. */
export interface QuotaUsage {
  readonly goal_id: string;
  readonly revision: number;
  /** Reservations by attempt id that are not settled yet. */
  readonly reserved: Readonly<
    Record<string, { readonly attempts: number; readonly external_writes: number }>
  >;
  readonly used: { readonly attempts: number; readonly external_writes: number; readonly decisions: number };
}
