import { rowKinds, type Store } from '@cux/kernel';
import type { RawStore } from './raw-store.ts';

const everything = 1_000_000;

/** The tables of one workspace through the store's own reads, for a store that nothing else can be connected to. */
export function rawOverPort(store: Store, workspace: string): RawStore {
  return {
    links: (after) => store.links(workspace, after, everything),
    events: (after) => store.events(workspace, after, everything),
    row: async (kind, id) => {
      const known = rowKinds.find((each) => each === kind);
      return known === undefined ? null : store.get(workspace, known, id);
    },
    rows: async () => (await Promise.all(rowKinds.map((kind) => store.list(workspace, kind)))).flat(),
    answer: async (scope, key) => {
      const kept = await store.answer(workspace, scope, key);
      return kept === null ? null : { scope, key, ...kept };
    },
    answers: () => store.answers(workspace, null, everything),
    highestTime: () => store.highestTime(workspace),
  };
}
