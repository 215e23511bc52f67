/**
 * What is counted.
 *
 * - `attempts`: admitted tries.
 * - `actions`: structural actions and steps, as the host counts them.
 * - `wall_ms`: milliseconds from admission to the end of the attempt.
 * - `external_writes`: commits that may have had an effect.
 * - `interventions`: what people were asked to decide, and what they did by themselves.
 */
export const measures = ['attempts', 'actions', 'wall_ms', 'external_writes', 'interventions'] as const;

export type Measure = (typeof measures)[number];

/** An amount of every measure. */
export type Amounts = Readonly<Record<Measure, number>>;

/** How much may be used, by measure. Absent means unlimited. */
export interface QuotaLimits {
  readonly attempts?: number | undefined;
  readonly actions?: number | undefined;
  readonly wall_ms?: number | undefined;
  readonly external_writes?: number | undefined;
  readonly interventions?: number | undefined;
}

export type QuotaScope = 'workspace' | 'goal' | 'todo';

/**
 * What has been reserved and used within a goal, a todo or the workspace; every reservation is settled once. A goal always
 * has one; a todo and the workspace have one from the moment at which a limit is set for them, so that attempts which
 * nobody limits together do not wait for each other.
 */
export interface QuotaUsage {
  readonly scope: QuotaScope;
  /** The name of the goal or todo; `workspace` for the workspace. */
  readonly scope_id: string;
  readonly revision: number;
  readonly limits: QuotaLimits;
  /** Reservations that are not settled yet, by the id of the attempt or gate that holds them. */
  readonly reserved: Readonly<Record<string, Amounts>>;
  /** What the ledger adds up to. */
  readonly used: Amounts;
}

export const nothing: Amounts = { attempts: 0, actions: 0, wall_ms: 0, external_writes: 0, interventions: 0 };

export function sumOf(amounts: readonly Amounts[]): Amounts {
  return amounts.reduce(
    (sum, each) => ({
      attempts: sum.attempts + each.attempts,
      actions: sum.actions + each.actions,
      wall_ms: sum.wall_ms + each.wall_ms,
      external_writes: sum.external_writes + each.external_writes,
      interventions: sum.interventions + each.interventions,
    }),
    nothing,
  );
}

/** The id of a quota's row. Names hold no space, so scope and name cannot be confused. */
export function quotaRowId(scope: QuotaScope, scopeId: string): string {
  return `${scope} ${scopeId}`;
}
