import type { Chance } from '../random/seeded.ts';

/** One life of something that acts: a process, or a person. What it waits for never comes once it has ended. */
export interface Life {
  readonly name: string;
  ended: boolean;
  /** Stopped until then, in simulated milliseconds: nothing of it goes on, while time does. */
  stoppedUntil: number;
  /** Resolves when it ends: whoever has asked it something learns that nobody answers. */
  readonly end: Promise<void>;
  /** Ends it. */
  die(): void;
}

interface Waiting {
  readonly at: number;
  readonly life: Life;
  readonly label: string;
  readonly resume: () => void;
}

/**
 * Decides who goes on next. Whoever acts waits here at each point where something else may come first; one goes on at a
 * time, and which one is left to chance. Time stands still but for the steps that are made here.
 */
export class Scheduler {
  readonly #chance: Chance;
  readonly #trace: (line: string) => void;
  #waiting: Waiting[] = [];
  #now = 0;

  constructor(chance: Chance, trace: (line: string) => void) {
    this.#chance = chance;
    this.#trace = trace;
  }

  /** True time, in milliseconds since the simulation began. */
  get now(): number {
    return this.#now;
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Waits for its turn, not before `after` milliseconds have passed. */
  turn(life: Life, label: string, after = 0): Promise<void> {
    return new Promise((resume) => {
      this.#waiting.push({ at: this.#now + after, life, label, resume });
    });
  }

  /** A turn that may be taken back: whoever waits for something else first no longer needs it. */
  timeout(life: Life, label: string, after: number): { readonly over: Promise<void>; cancel(): void } {
    let waiting: Waiting | undefined;
    const over = new Promise<void>((resume) => {
      waiting = { at: this.#now + after, life, label, resume };
      this.#waiting.push(waiting);
    });
    return {
      over,
      cancel: () => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting);
      },
    };
  }

  /** Lets one of those go on whose time has come; lets time pass where nobody's has. False: nobody waits. */
  step(): boolean {
    this.#waiting = this.#waiting.filter(({ life }) => !life.ended);
    if (this.#waiting.length === 0) return false;
    const due = (each: Waiting) => Math.max(each.at, each.life.stoppedUntil);
    const soonest = Math.min(...this.#waiting.map(due));
    if (soonest > this.#now) this.#now = soonest;
    const ready = this.#waiting.filter((each) => due(each) <= this.#now);
    const chosen = this.#chance.pick(ready);
    if (chosen === undefined) return false;
    this.#waiting.splice(this.#waiting.indexOf(chosen), 1);
    this.#trace(`${this.#now} ${chosen.life.name} ${chosen.label}`);
    chosen.resume();
    return true;
  }
}

export function newLife(name: string): Life {
  let resolve = (): void => undefined;
  const end = new Promise<void>((ended) => {
    resolve = ended;
  });
  const life: Life = {
    name,
    ended: false,
    stoppedUntil: 0,
    end,
    die: () => {
      life.ended = true;
      resolve();
    },
  };
  return life;
}
