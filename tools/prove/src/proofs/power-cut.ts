import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@cux/store-sqlite';
import Database from 'better-sqlite3';
import { workspace } from '../crash-points/scenario.ts';
import { canonical } from '../oracle/canonical.ts';
import type { Acknowledgement } from '../oracle/facts.ts';
import { rawOverSqlite } from '../oracle/raw-over-sqlite.ts';
import type { RawStore } from '../oracle/raw-store.ts';
import { checkWhole } from '../oracle/whole-store.ts';
import { Files, type Loss } from '../power-cut/files.ts';
import { acknowledgedName, recordScenario, storeName, whyNotHere } from '../power-cut/record.ts';
import type { FileCall } from '../power-cut/trace.ts';
import { type Chance, seededChance } from '../random/seeded.ts';
import { missing, type Proof, type ProofResult, type Scale } from './proof.ts';

/** How many of the points are tried with some of the unsynced writes on the disk: each so many-th. */
const someEach: Readonly<Record<Scale, number>> = { share: 120, short: 12, long: 1 };

/** Each so many-th file is opened by the store itself, with its thread and its checks. */
const wholeEach = 25;

/**
 * The power goes at every point between two file calls of a real process: what no sync has covered is lost, wholly or in
 * part. Whatever had been acknowledged by then is found, and the log verifies.
 */
export const powerCut: Proof = {
  name: 'power-cut',
  run: async (scale) => {
    const notRun = whyNotHere();
    if (notRun !== null) return { runs: '', faults: {}, violations: [], notRun };
    const result = await cutEverywhere(someEach[scale], null);
    const few = missing(result.faults, { 'all unsynced lost': 61 });
    return { ...result, violations: [...result.violations, ...few] };
  },
};

/** @param synchronous a setting to plant, whose first violation ends the proof; null plays the store as it is */
export async function cutEverywhere(each: number, synchronous: string | null): Promise<ProofResult> {
  const folder = await mkdtemp(join(tmpdir(), 'cux-power-'));
  try {
    const calls = recordScenario(folder, synchronous);
    return await new PowerCut(folder, calls, each).run(synchronous !== null);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

class PowerCut {
  readonly #folder: string;
  readonly #calls: readonly FileCall[];
  readonly #each: number;
  readonly #chance: Chance = seededChance(1);
  readonly #files = new Files();
  readonly #acknowledged: Acknowledgement[] = [];
  readonly #violations: string[] = [];
  #judged = 0;
  #cuts: Record<Loss, number> = { all: 0, some: 0 };

  constructor(folder: string, calls: readonly FileCall[], each: number) {
    this.#folder = folder;
    this.#calls = calls;
    this.#each = each;
  }

  async run(firstOnly: boolean): Promise<ProofResult> {
    for (const [point, call] of this.#calls.entries()) {
      if (firstOnly && this.#violations.length > 0) break;
      if (call.name === acknowledgedName) this.#take(call);
      else this.#files.carryOut(call);
      // What is there for sure changes with a sync alone, and what has to be there with an acknowledgement.
      const decisive = call.kind === 'sync' || call.name === acknowledgedName;
      if (decisive) await this.#cut('all', point);
      if (point % this.#each === 0) await this.#cut('some', point);
    }
    const syncs = this.#calls.filter(({ kind }) => kind === 'sync').length;
    return {
      runs: `${this.#calls.length} file calls (${syncs} syncs) of 30 commands, ${this.#acknowledged.length} acknowledged`,
      faults: { 'all unsynced lost': this.#cuts.all, 'some unsynced lost': this.#cuts.some },
      violations: this.#violations,
    };
  }

  #take({ data }: FileCall): void {
    for (const line of data.toString('utf8').trim().split('\n'))
      this.#acknowledged.push(JSON.parse(line) as Acknowledgement);
  }

  async #cut(loss: Loss, point: number): Promise<void> {
    this.#cuts[loss] += 1;
    const folder = join(this.#folder, `cut-${point}-${loss}`);
    mkdirSync(folder);
    for (const [name, content] of this.#files.afterPowerCut(loss, this.#chance)) {
      // The index of the write-ahead log is memory that processes share: no disk has it.
      if (!name.endsWith('-shm')) writeFileSync(join(folder, name), content);
    }
    const wrong = (what: string) =>
      this.#violations.push(`after file call ${point + 1}, ${loss} unsynced lost: ${what}`);
    await this.#judge(join(folder, storeName), wrong);
    await rm(folder, { recursive: true });
  }

  /** What is found when the power is back: by the engine, and now and then by the whole store. */
  async #judge(path: string, wrong: (what: string) => void): Promise<void> {
    this.#judged += 1;
    try {
      if (this.#judged % wholeEach === 0) await (await openSqliteStore({ path })).close();
      const database = new Database(path);
      try {
        await this.#compare(rawOverSqlite(database, workspace), wrong);
      } finally {
        database.close();
      }
    } catch (error) {
      wrong(`the store does not open: ${error instanceof Error ? error.message : ''}`);
    }
  }

  async #compare(raw: RawStore, wrong: (what: string) => void): Promise<void> {
    for (const { scope, key, command, answer } of this.#acknowledged) {
      const kept = await raw.answer(scope, key);
      if (kept === null) wrong(`answer.not-lost: ${command} ${key}`);
      else if (kept.answer !== canonical(answer)) wrong(`answer.kept-as-given: ${command} ${key}`);
    }
    if (this.#acknowledged.length > 0) await checkWhole(raw, workspace, wrong);
  }
}
