import type { PlacementWork } from '../action/placement-work.ts';
import type { GuardedSession } from '../attempt/provider-session.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** What a provider has allocated for one generation of a Computer. It never leaves this process in the clear. */
export interface HeldPlacement {
  readonly generation: number;
  readonly guarded: GuardedSession;
  /** What the host knows of it while it lives. */
  readonly work: PlacementWork;
}

/** The placements that this process holds, by Computer. One piece of work at a time on each. */
export class Custody {
  /** The principals and keys of actions that have begun and whose calls are under way. */
  readonly begun = new Set<string>();
  readonly #held = new Map<string, HeldPlacement>();
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #telemetry: Telemetry;

  constructor(telemetry: Telemetry) {
    this.#telemetry = telemetry;
  }

  put(computerId: string, placement: HeldPlacement): void {
    this.#held.set(computerId, placement);
    this.#telemetry.move('cux.computer.awake', 1);
  }

  get(computerId: string): HeldPlacement | null {
    return this.#held.get(computerId) ?? null;
  }

  drop(computerId: string): void {
    if (this.#held.delete(computerId)) this.#telemetry.move('cux.computer.awake', -1);
  }

  held(): readonly string[] {
    return [...this.#held.keys()];
  }

  /** Does the work when whatever was begun before it on this Computer has ended. */
  inTurn<Value>(computerId: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#turns.get(computerId) ?? Promise.resolve();
    const turn = before.then(work, work);
    const settled = turn.catch(() => undefined);
    this.#turns.set(computerId, settled);
    void settled.then(() => {
      if (this.#turns.get(computerId) === settled) this.#turns.delete(computerId);
    });
    return turn;
  }
}
