import type { CommitBatch, Store } from '@cux/kernel';
import type { Plants } from '../../src/simulation/world.ts';

/** A defect that is put in on purpose: which law has to notice it, and within how many seeds. */
export interface Plant {
  readonly name: string;
  readonly because: string;
  readonly plant: () => Plants;
  readonly law: RegExp;
  readonly seeds: number;
  /** Where to begin: it is found soon from there on. */
  readonly from?: number;
}

/** The same store with other batches. */
const rewritten = (rewrite: (batch: CommitBatch) => CommitBatch) => (): Plants => ({
  store: (store: Store) => ({ ...store, commit: (batch) => store.commit(rewrite(batch)) }),
});

let keys = 0;

export const plants: readonly Plant[] = [
  {
    name: 'a store that compares no revision',
    because: 'two processes then decide on the same row',
    plant: rewritten((batch) => ({ ...batch, expectations: [] })),
    law: /row\.revision|log\.rows/,
    seeds: 20,
  },
  {
    name: 'a store that acknowledges what it never wrote',
    because: 'an acknowledged command would be lost',
    plant: () => ({
      store: (store) => {
        let commits = 0;
        return {
          ...store,
          commit: async (batch) => {
            commits += 1;
            return commits % 7 === 0 ? { kind: 'committed' } : store.commit(batch);
          },
        };
      },
    }),
    law: /answer\.not-lost/,
    seeds: 20,
  },
  {
    name: 'a store that forgets under which key it answered',
    because: 'a command sent twice would be carried out twice',
    plant: rewritten((batch) => {
      keys += 1;
      return { ...batch, answer: { ...batch.answer, key: `${batch.answer.key}-${keys}` } };
    }),
    law: /answer\.not-lost|log\.answers/,
    seeds: 20,
  },
  {
    name: 'a host that presses when its permit is over',
    because: 'others have taken the attempt over and said that nothing was sent',
    plant: () => ({ pressesLate: true }),
    law: /nothing-denied-that-arrived/,
    seeds: 400,
    from: 208,
  },
  {
    name: 'a kernel without a quiet time',
    because: 'what is still on its way is denied',
    plant: () => ({ quietMs: 0 }),
    law: /nothing-denied-that-arrived/,
    seeds: 200,
    from: 1,
  },
  {
    name: 'a kernel that does not ask when somebody looked',
    because: 'what was not there when they looked has arrived since',
    plant: () => ({ looksUndated: true }),
    law: /nothing-denied-that-arrived/,
    seeds: 2_000,
    from: 87,
  },
  {
    name: 'a site that counts twice',
    because: 'that is what the whole thing is about',
    plant: () => ({ siteTwice: true }),
    law: /site\.one-effect-per-approval/,
    seeds: 20,
  },
];
