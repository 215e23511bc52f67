import type { WriteRule } from '@cux/contracts';
import { type ObservedRequest, sketchWrite, type WriteSketch, type WriteWatch } from '@cux/provider-sdk';

/** A write that a page of the site made while it was checked. Alike ones are counted. */
export interface SeenWrite {
  readonly during: string;
  readonly sketch: WriteSketch;
  /** The rule that let it pass; null when it was blocked. */
  readonly passedBy: string | null;
  /** The permit rule that a person's approval would have armed for it; null when there is none. */
  readonly permittedBy: string | null;
  /** Why the guard blocked it, by the rule that came closest; null when it passed. */
  readonly blockedBy: string | null;
  readonly count: number;
}

/** What would let a request pass, were these rules armed: the guard's own decision, asked in thought. */
export type PermitQuestion = (request: ObservedRequest) => string | null;

/** Collects the writes of a check, phase by phase. */
export class WatchedWrites {
  readonly #seen = new Map<string, SeenWrite>();
  #during = '';
  #known: Readonly<Record<string, string>> = {};
  #ask: PermitQuestion = () => null;

  readonly watch: WriteWatch = (request, decision) => {
    const passedBy = decision.kind === 'allow' ? decision.rule : null;
    const write = {
      during: this.#during,
      sketch: sketchWrite(request, this.#known),
      passedBy,
      permittedBy: passedBy === null ? this.#ask(request) : null,
      blockedBy: decision.kind === 'block' ? decision.rule : null,
    };
    const key = JSON.stringify(write);
    this.#seen.set(key, { ...write, count: (this.#seen.get(key)?.count ?? 0) + 1 });
  };

  /** From here on writes belong to this phase, with these placeholders known and these permit rules asked in thought. */
  begin(during: string, known: Readonly<Record<string, string>>, ask: PermitQuestion): void {
    this.#during = during;
    this.#known = known;
    this.#ask = ask;
  }

  list(): readonly SeenWrite[] {
    return [...this.#seen.values()];
  }
}

/** The rules of a plan that an approval would arm. */
export type PermitRules = readonly WriteRule[];
