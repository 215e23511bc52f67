import type { Clock } from '@cux/contracts';
import type { Store } from '../ports/store.ts';
import type { MonotonicClock } from '../ports/system.ts';

/** The kernel's time at one moment. */
export interface Instant {
  /** Milliseconds since the epoch; never less than at any moment before, in this process or stored. */
  readonly now: number;
  /**
   * How much time has surely passed since something was stored with the time `since`: what this process has measured itself
   * from when it first saw that time stored. Clocks of other processes may be behind or ahead of this one's by any amount, and
   * wall clocks leap: none of them says how long ago it was.
   *
   * @param look until when: a time that this process gave out with `look`; now when left out. 0 for any other time, since
   * no process knows when another one's was
   */
  passed(since: number, look?: number): number;
  /**
   * How much time has surely passed from when something was stored with the time `since` until something else was stored with
   * the time `until`: this process has seen the one while the other was not there yet. 0 where it has not.
   */
  between(since: number, until: number): number;
  /**
   * How much time may have passed at most since anybody could see something stored with the time `since` or a later one: what
   * this process has measured since it saw that there was none yet. `passed` of any other process is never more. Null where it is
   * not known.
   */
  passedAtMost(since: number): number | null;
}

/** By when this process knew that a time was stored. */
interface Mark {
  readonly highest: number;
  readonly steady: number;
  /** When it last looked, and nothing later than the mark before was stored; never more than what the process has measured. */
  readonly unseen: number;
  /** When the stretch began that this mark is the last of. */
  readonly began: number;
}

interface Anchor {
  readonly time: number;
  readonly steady: number;
}

/** From how far ahead on the wall clock is followed, in milliseconds. */
const followedFromMs = 1_000;
/** Times that are first seen within so many milliseconds share one mark: all of them count from the last. */
const stretchMs = 20;
/** The same for the older half of the marks, once there are many. */
const olderStretchMs = 500;
/** How many marks and looks of a workspace are kept. Without one, less time has surely passed, and whoever waits waits longer. */
const marksKept = 2_048;
const looksKept = 1_024;

/**
 * The kernel's time: the highest ever stored, or the wall clock where that is ahead, and from then on what a clock that
 * never steps has measured. It goes on where the wall clock was set back, so that what has an end does end. It follows
 * where the wall clock is set forward (a machine that slept wakes so, too), so that no approval outlives its end; but
 * that somebody else's time is over is believed on nothing but this process's own measure: see `passed`.
 */
export class KernelTime {
  readonly #clock: Clock;
  readonly #monotonic: MonotonicClock;
  readonly #anchors = new Map<string, Anchor>();
  readonly #marks = new Map<string, Mark[]>();
  readonly #looks = new Map<string, Map<number, number>>();
  /** When this process has last asked what is stored in a workspace. */
  readonly #asked = new Map<string, number>();

  constructor(clock: Clock, monotonic: MonotonicClock) {
    this.#clock = clock;
    this.#monotonic = monotonic;
  }

  /** By what is stored now. */
  async of(workspace: string, store: Pick<Store, 'highestTime'>): Promise<Instant> {
    const asked = this.#monotonic.now();
    return this.at(workspace, await store.highestTime(workspace), asked);
  }

  /**
   * @param highest the highest time ever stored in the workspace; 0 when there is none
   * @param asked when the store was asked for it, by the clock that never steps: not when it has answered, which may be much later
   */
  at(workspace: string, highest: number, asked = this.#monotonic.now()): Instant {
    const steady = this.#monotonic.now();
    const wall = this.#clock.now();
    const known = this.#anchors.get(workspace);
    const measured = known === undefined ? highest : known.time + Math.max(0, steady - known.steady);
    const ahead = known === undefined || wall > measured + followedFromMs ? wall : measured;
    // What this process has not given out is another one's. Nothing is stored under the same time as that: whoever has seen it
    // would count from then.
    const least = highest > (known?.time ?? 0) ? highest + 1 : highest;
    const time = Math.max(measured, least, ahead);
    this.#anchors.set(workspace, { time, steady });
    this.#mark(workspace, highest, steady);
    this.#asked.set(workspace, asked);
    const markOf = (stored: number) => this.#marks.get(workspace)?.find((mark) => mark.highest >= stored);
    return {
      now: Math.floor(time),
      passed: (since, look) => {
        const until = look === undefined ? asked : this.#looks.get(workspace)?.get(look);
        return lengthOf(markOf(since)?.steady, until);
      },
      between: (since, until) => lengthOf(markOf(since)?.steady, markOf(until)?.unseen),
      passedAtMost: (since) => {
        const unseen = markOf(since)?.unseen ?? Number.NEGATIVE_INFINITY;
        return Number.isFinite(unseen) ? Math.max(0, asked - unseen) : null;
      },
    };
  }

  /** The same, given out to somebody who begins to look at a site: how long ago it was is known from then on. */
  async look(workspace: string, store: Pick<Store, 'highestTime'>): Promise<number> {
    const { now } = await this.of(workspace, store);
    const looks = this.#looks.get(workspace) ?? new Map<number, number>();
    this.#looks.set(workspace, looks);
    // The first of a millisecond, since less time had passed then.
    if (!looks.has(now)) looks.set(now, this.#monotonic.now());
    const [oldest] = looks.keys();
    if (looks.size > looksKept && oldest !== undefined) looks.delete(oldest);
    return now;
  }

  /** This process has stored something with a time. */
  stored(workspace: string, time: number): void {
    this.#mark(workspace, time, this.#monotonic.now());
  }

  #mark(workspace: string, highest: number, steady: number): void {
    const marks = this.#marks.get(workspace) ?? [];
    this.#marks.set(workspace, marks);
    const last = marks.at(-1);
    if (last !== undefined && highest <= last.highest) return;
    // The first mark is of what was there before this process: what it stores itself is told apart from that.
    const goesOn = last !== undefined && Number.isFinite(last.unseen) && steady - last.began < stretchMs;
    if (goesOn) marks.pop();
    const asked = this.#asked.get(workspace) ?? Number.NEGATIVE_INFINITY;
    marks.push({
      highest,
      steady,
      began: goesOn ? last.began : steady,
      unseen: goesOn ? last.unseen : asked,
    });
    if (marks.length > marksKept) thin(marks);
  }
}

/** From one moment to another, where this process knows both; 0 otherwise, and where they are in another order. */
function lengthOf(from: number | undefined, until: number | undefined): number {
  return from === undefined || until === undefined ? 0 : Math.max(0, until - from);
}

/**
 * Leaves fewer marks in the older half, so that memory is bounded. What counted from a mark that goes counts from the next
 * one: less time has surely passed then, which only makes somebody wait longer.
 */
function thin(marks: Mark[]): void {
  const half = Math.floor(marks.length / 2);
  const kept: Mark[] = [];
  let gone: Mark | undefined;
  for (const [index, mark] of marks.slice(0, half).entries()) {
    const before = kept.at(-1);
    const next = marks[index + 1];
    if (before === undefined || next === undefined || next.steady - before.steady >= olderStretchMs) {
      kept.push({ ...mark, unseen: gone?.unseen ?? mark.unseen });
      gone = undefined;
    } else gone ??= mark;
  }
  const next = marks[half];
  if (gone !== undefined && next !== undefined) marks[half] = { ...next, unseen: gone.unseen };
  if (kept.length > half * 0.9) kept.splice(0, Math.floor(half / 2));
  marks.splice(0, half, ...kept);
}
