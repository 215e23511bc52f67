import { chainLink } from '../log/chain.ts';
import type { CopyTarget } from '../ports/copy-target.ts';
import type { ChainLink, CommitBatch, CommitOutcome, Expectation, Store } from '../ports/store.ts';

/**
 * A store over the transaction in which a copy is made: what a kernel decides on it is part of that transaction.
 *
 * @param last the newest link of the workspace that is copied
 */
export function storeWithin(target: CopyTarget, last: ChainLink | null): Store {
  const { reader } = target;
  let link = last;
  const isMoved = async (workspace: string, { kind, id, revision, body }: Expectation): Promise<boolean> => {
    const row = await reader.get(workspace, kind, id);
    return (row?.revision ?? 0) !== revision || (body !== undefined && row?.body !== body);
  };
  const compared = async (batch: CommitBatch): Promise<CommitOutcome> => {
    const { workspace, answer, valid_until, time, expectations } = batch;
    if ((await reader.answer(workspace, answer.scope, answer.key)) !== null) return { kind: 'key-taken' };
    const reached = Math.max(time, await reader.highestTime(workspace));
    if (valid_until !== null && reached >= valid_until) return { kind: 'stale' };
    for (const each of expectations) if (await isMoved(workspace, each)) return { kind: 'stale' };
    return { kind: 'committed' };
  };
  return {
    ...reader,
    commit: async (batch) => {
      const outcome = await compared(batch);
      if (outcome.kind !== 'committed') return outcome;
      const next = chainLink(batch.workspace, link, batch.events);
      const events = batch.events.map((event, index) => ({
        ...event,
        sequence: next.first_sequence + index,
        batch: next.batch,
      }));
      await target.put({ kind: 'rows', rows: batch.writes });
      await target.put({ kind: 'events', events });
      await target.put({ kind: 'links', links: [next] });
      await target.put({ kind: 'answers', answers: [batch.answer] });
      await target.put({ kind: 'time', highest: batch.time });
      link = next;
      return outcome;
    },
    close: async () => undefined,
  };
}
