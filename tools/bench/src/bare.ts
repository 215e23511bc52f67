import { join } from 'node:path';
import type { CommitBatch, Store } from '@cux/kernel';
import { openInProcessStore, openSqliteStore } from '@cux/store-sqlite';
import Database from 'better-sqlite3';
import { Callers, kernelOver } from './callers.ts';

/** What real commands handed to a store, to be written again without any of cux. */
export async function recordedBatches(commands: number): Promise<readonly CommitBatch[]> {
  const inner = await openInProcessStore();
  const batches: CommitBatch[] = [];
  const store: Store = {
    ...inner,
    commit: (batch) => {
      batches.push(batch);
      return inner.commit(batch);
    },
  };
  await new Callers(store, kernelOver(store), 64, 'recorded').send(commands);
  await inner.close();
  return batches;
}

/**
 * How fast the engine alone writes the rows of recorded commands: prepared inserts in one thread, in the store's own tables
 * and settings, so many commands in a transaction. Nothing is decided, hashed, read or compared: no store on this engine is faster.
 */
export class BareInserts {
  readonly #database: Database.Database;
  readonly #batches: readonly CommitBatch[];
  readonly #insert: ReturnType<typeof statementsOf>;
  readonly #together: number;
  #written = 0;
  #sequence = 0;

  private constructor(path: string, batches: readonly CommitBatch[], together: number) {
    this.#database = new Database(path);
    this.#database.pragma('synchronous = FULL');
    this.#database.pragma('secure_delete = ON');
    this.#database.pragma('wal_autocheckpoint = 4000');
    this.#insert = statementsOf(this.#database);
    this.#batches = batches;
    this.#together = together;
  }

  /** @param together how many commands share a transaction */
  static async open(folder: string, batches: readonly CommitBatch[], together: number): Promise<BareInserts> {
    const path = join(folder, `bare-${together}.sqlite`);
    await (await openSqliteStore({ path })).close();
    return new BareInserts(path, batches, together);
  }

  /** Commands written in a second. */
  rate(milliseconds: number): number {
    const { begin, commit } = this.#insert;
    const begun = performance.now();
    const before = this.#written;
    do {
      begin.run();
      for (let nth = 0; nth < this.#together; nth += 1) this.#write();
      commit.run();
    } while (performance.now() - begun < milliseconds);
    return ((this.#written - before) * 1_000) / (performance.now() - begun);
  }

  close(): void {
    this.#database.close();
  }

  /** The next recorded command; each time round in a workspace of its own, where its rows are new again. */
  #write(): void {
    const { row, event, link, answer } = this.#insert;
    const batch = this.#batches[this.#written % this.#batches.length];
    if (batch === undefined) throw new Error('There are no recorded commands; record some first.');
    const workspace = `bare-${Math.floor(this.#written / this.#batches.length)}`;
    this.#written += 1;
    for (const { kind, id, revision, state, parent_id, subject_digest, body } of batch.writes) {
      row.run([workspace, kind, id, revision, state, parent_id, subject_digest, body]);
    }
    const first = this.#sequence + 1;
    for (const { kind, body } of batch.events) {
      this.#sequence += 1;
      event.run([workspace, this.#sequence, this.#written, kind, body]);
    }
    const hash = batch.answer.command_digest;
    link.run([workspace, this.#written, first, this.#sequence, hash, hash]);
    answer.run([workspace, batch.answer.scope, batch.answer.key, hash, batch.answer.answer]);
  }
}

function statementsOf(database: Database.Database) {
  return {
    begin: database.prepare('begin immediate'),
    commit: database.prepare('commit'),
    row: database.prepare(
      `insert into row (workspace, kind, id, revision, state, parent_id, subject_digest, body) values (?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (workspace, kind, id) do update set revision = excluded.revision, state = excluded.state,
         parent_id = excluded.parent_id, subject_digest = excluded.subject_digest, body = excluded.body`,
    ),
    event: database.prepare(
      'insert into event (workspace, sequence, batch, kind, body) values (?, ?, ?, ?, ?)',
    ),
    link: database.prepare(
      'insert into link (workspace, batch, first_sequence, last_sequence, previous_hash, hash) values (?, ?, ?, ?, ?, ?)',
    ),
    answer: database.prepare(
      'insert into answer (workspace, scope, key, command_digest, answer) values (?, ?, ?, ?, ?)',
    ),
  };
}
