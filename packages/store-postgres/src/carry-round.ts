import type { CommitOutcome } from '@cux/kernel';
import { isDurable } from './check-server.ts';
import { decideRound, type Waiting } from './decide-round.ts';
import type { Connection } from './lane.ts';
import { storeFault, troubleOf } from './map-fault.ts';
import type { Queries } from './queries.ts';
import { lockStatement, readStanding, writeStatement } from './round-statements.ts';

/** What is known of a round while it is tried, over all of its tries. */
export interface Progress {
  /** Whether a try has begun on a connection that stood. */
  begun: boolean;
  /** Whether a try was told to commit and its answer was lost: then only the store can say whether it did. */
  unknown: boolean;
}

/**
 * One round in one transaction: locks, what stands, then everything that it writes. Answers when all of it is on the
 * server's disk. Two trips: what only reads is sent together, and what writes together with the commit.
 */
export async function carryRound(
  queries: Queries,
  connection: Connection,
  round: readonly Waiting[],
  progress: Progress,
): Promise<readonly CommitOutcome[]> {
  const workspaces = round.map(({ batch }) => batch.workspace);
  progress.begun = true;
  let told = false;
  try {
    const [, [setting], standing] = await inOneGo([
      // Spelled out, whatever this user's defaults are: what is read behind a lock has to be the newest.
      connection.order('begin isolation level read committed read write'),
      connection.send(lockStatement(queries, workspaces)),
      readStanding(queries, connection, round),
    ]);
    // An earlier try held the same locks until its very end, so by now it is either there to be read, or never will be.
    progress.unknown = false;
    if (!isDurable(setting?.synchronous_commit ?? '')) throw storeFault('not_durable');
    const { outcomes, writes } = decideRound(round, standing);
    if (writes.answers.length === 0) {
      await connection.order('rollback');
      return outcomes;
    }
    const written = connection.send(writeStatement(queries, writes));
    progress.unknown = told = true;
    const [, ended] = await inOneGo([written, connection.order('commit')]);
    // A transaction that has failed is ended by `commit` too, by being undone.
    if (ended !== 'COMMIT') throw storeFault('unexpected');
    progress.unknown = false;
    return outcomes;
  } catch (error) {
    // As long as the server still speaks, what it says is that the transaction is undone.
    if (told && troubleOf(error).kind !== 'lost') progress.unknown = false;
    await undo(connection);
    throw error;
  }
}

/** Waits for all, so that nothing of a failed round is still under way, and throws what failed first. */
async function inOneGo<Values extends readonly unknown[]>(
  sent: readonly [...{ [Place in keyof Values]: Promise<Values[Place]> }],
): Promise<Values> {
  await Promise.allSettled(sent);
  return (await Promise.all(sent)) as unknown as Values;
}

/** After an error the transaction stands open; a connection on which it cannot be ended is of no more use. */
async function undo(connection: Connection): Promise<void> {
  try {
    await connection.order('rollback');
  } catch {
    connection.breakOff();
  }
}
