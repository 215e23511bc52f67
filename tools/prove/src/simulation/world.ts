import type { Kernel, Store } from '@cux/kernel';
import { type MemoryDisk, memoryDisk } from '@cux/store-sqlite';
import { Judge } from '../oracle/judge.ts';
import type { Laws } from '../oracle/laws.ts';
import { rawOverSqlite } from '../oracle/raw-over-sqlite.ts';
import { type Chance, seededChance } from '../random/seeded.ts';
import { FaultLog } from './faults.ts';
import type { DeathPoint } from './faulty-store.ts';
import { type Life, newLife, Scheduler } from './scheduler.ts';
import { Site } from './site.ts';

export const workspace = 'newsdesk';

/** When the simulated world begins, in milliseconds since the epoch. */
export const epoch = 1_760_000_000_000;

/** How a proof may spoil the world on purpose, to see that it is found out. */
export interface Plants {
  /** Lies between the kernel and the store of every host. */
  readonly store?: (store: Store) => Store;
  /** Hosts press whatever their permit's time. */
  readonly pressesLate?: boolean;
  /** The quiet time that the kernels keep, in milliseconds. */
  readonly quietMs?: number;
  /** Whoever says what came of an attempt is taken to have looked right then. */
  readonly looksUndated?: boolean;
  /** Every write reaches the site twice. */
  readonly siteTwice?: boolean;
}

export interface WorldOptions {
  readonly seed: number;
  /** A disk that holds something already; a fresh one when left out. */
  readonly disk?: MemoryDisk;
  readonly plants?: Plants;
  readonly trace?: (line: string) => void;
  /** What holds in this world beside the laws of every world. */
  readonly laws?: Laws;
}

/** A living host process, as others see it. */
export interface HostHandle {
  readonly life: Life;
  readonly kernel: Kernel;
  /** Sets the wall clock of its machine forward, or back. */
  setClock(milliseconds: number): void;
}

/** Everything that one seed's simulation shares. */
export class World {
  readonly chance: Chance;
  readonly scheduler: Scheduler;
  readonly faults: FaultLog;
  readonly judge: Judge;
  readonly site: Site;
  /** The disk of all processes: it holds what was committed, whoever dies. */
  readonly disk: MemoryDisk;
  readonly plants: Plants;
  readonly trace: (line: string) => void;
  /** Process ids of lives that have ended: what anyone may take for dead. */
  readonly dead: string[] = [];
  readonly hosts: HostHandle[] = [];
  /** What a read-back has seen on the site, by its attempt: whether the write was there. */
  readonly readings = new Map<string, boolean>();
  /** What goes on whoever dies: requests on their way. */
  readonly nature: Life = newLife('nature');
  /** A batch was handed to the store since the oracle looked last. */
  written = true;
  /** Set for the end: nothing fails any more, and everybody does what is left to do. */
  healed = false;
  /** How many times more seldom than usual something befalls a machine, or its store. */
  readonly calm: number = 1;
  /** How often something else may come between two reads of one command. */
  readonly interleaved: number = 0.4;
  /** Where a process is to die by plan, and how many storage calls it has made so far. */
  death: DeathPoint | null = null;
  storageCalls = 0;
  /** Lets another host process in. */
  startHost: () => Promise<void> = async () => undefined;
  /** How many series of ids were given out. */
  #series = 1;

  constructor({ seed, disk = memoryDisk(), plants = {}, trace = () => undefined, laws = {} }: WorldOptions) {
    this.chance = seededChance(seed);
    this.trace = trace;
    this.scheduler = new Scheduler(this.chance, trace);
    this.faults = new FaultLog(trace);
    this.disk = disk;
    this.plants = plants;
    this.judge = new Judge(rawOverSqlite(this.disk.database, workspace), workspace, laws);
    this.site = new Site(this);
  }

  /** Whether something that may go wrong does, this time. */
  goesWrong(probability: number): boolean {
    return !this.healed && this.chance.happens(probability);
  }

  series(): number {
    this.#series += 1;
    return this.#series;
  }

  livingHost(): HostHandle | undefined {
    return this.chance.pick(this.hosts.filter(({ life }) => !life.ended));
  }

  /** All that follows from one step, to its end: the promise jobs run out before the next tick's callback. */
  settled(): Promise<void> {
    return new Promise((resolve) => process.nextTick(resolve));
  }

  /** What has not come to its end yet; null when everything has. */
  unfinished(): string | null {
    const { mirror } = this.judge;
    const attempt = mirror
      .all('attempt')
      .find(({ state, outcome }) => !['settled', 'abandoned', 'void'].includes(state) && outcome === null);
    if (attempt !== undefined) return `attempt ${attempt.attempt_id} is still ${attempt.state}`;
    const todo = mirror.all('todo').find(({ state }) => ['running', 'reconciling'].includes(state));
    return todo === undefined ? null : `todo ${todo.todo_id} is still ${todo.state}`;
  }
}
