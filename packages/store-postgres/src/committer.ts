import { type CommitBatch, type CommitOutcome, randomIds } from '@cux/kernel';
import { carryRound, type Progress } from './carry-round.ts';
import type { Waiting } from './decide-round.ts';
import type { Lane } from './lane.ts';
import { faultOf, storeFault, troubleOf } from './map-fault.ts';
import { persist } from './persist.ts';
import type { Queries } from './queries.ts';

/** How many batches go into one transaction. */
const largestRound = 128;

interface Queued extends Waiting {
  readonly resolve: (outcome: CommitOutcome) => void;
  readonly reject: (fault: unknown) => void;
}

/**
 * Commits batches in rounds: while one round is under way, all that arrive wait together for the next, so that one
 * flush to disk serves all of them. Each has its own outcome, and its own fault.
 */
export class Committer {
  readonly #queries: Queries;
  readonly #lane: Lane;
  readonly #patienceMs: number;
  readonly #self = randomIds.next('session');
  #written = 0;
  #queue: Queued[] = [];
  #running: Promise<void> | null = null;

  constructor(queries: Queries, lane: Lane, patienceMs: number) {
    this.#queries = queries;
    this.#lane = lane;
    this.#patienceMs = patienceMs;
  }

  commit(batch: CommitBatch): Promise<CommitOutcome> {
    this.#written += 1;
    const writtenBy = `${this.#self}/${this.#written}`;
    return new Promise((resolve, reject) => {
      this.#queue.push({ batch, writtenBy, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Waits until nothing is under way any more. */
  async settled(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #run(): Promise<void> {
    // Those who ask in the same moment go together from the first round on.
    await Promise.resolve();
    while (this.#queue.length > 0) await this.#carry(this.#queue.splice(0, largestRound));
    this.#running = null;
  }

  /** Brings a round to its end, whatever happens to the server meanwhile. Never throws. */
  async #carry(round: readonly Queued[]): Promise<void> {
    const progress: Progress = { begun: false, unknown: false };
    try {
      const connected = async (): Promise<readonly CommitOutcome[]> =>
        carryRound(this.#queries, await this.#lane.connection(), round, progress);
      const outcomes = await persist(connected, this.#patienceMs);
      for (const [index, each] of round.entries()) each.resolve(outcomes[index] ?? { kind: 'stale' });
    } catch (error) {
      const trouble = troubleOf(error);
      if (round.length > 1 && trouble.kind === 'fault' && progress.begun && !progress.unknown) {
        // What the server minds may be one batch only: alone, each has its own answer.
        for (const each of round) await this.#carry([each]);
        return;
      }
      const fault = progress.unknown ? storeFault('unresolved') : faultOf(trouble);
      for (const each of round) each.reject(fault);
    }
  }
}
