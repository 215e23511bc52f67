import { chainLink } from '../log/chain.ts';
import type { AnswerPlace, CommitBatch, KeptAnswer, Row, Store } from '../ports/store.ts';
import { same } from './same.ts';

/** One thing that every store has to do. `open` answers a fresh, empty store. */
export interface StoreCase {
  readonly name: string;
  run(store: Store): Promise<void>;
}

function row(id: string, revision: number, changes: Partial<Row> = {}): Row {
  return {
    kind: 'todo',
    id,
    revision,
    state: 'open',
    parent_id: 'goal',
    subject_digest: null,
    body: `{"id":"${id}","revision":${revision}}`,
    ...changes,
  };
}

function batch(key: string, changes: Partial<CommitBatch> = {}): CommitBatch {
  return {
    workspace: 'one',
    expectations: [],
    writes: [],
    events: [{ kind: 'command-accepted', body: `{"key":"${key}"}` }],
    answer: { scope: 'human:x', key, command_digest: `digest of ${key}`, answer: `{"key":"${key}"}` },
    time: 1_000,
    valid_until: null,
    ...changes,
  };
}

/** The behaviour of a `Store`, apart from any engine: run every case on a fresh store. */
export const storeCases: readonly StoreCase[] = [
  {
    name: 'has a name of its own, which stays',
    async run(store) {
      const identity = await store.identity();
      if (!/^store_[0-9a-hjkmnp-tv-z]{26}$/.test(identity)) throw new Error(`not an identity: ${identity}`);
      await store.commit(batch('k1'));
      same(await store.identity(), identity);
    },
  },
  {
    name: 'answers nothing of a workspace that was never written',
    async run(store) {
      same(await store.get('one', 'todo', 'a'), null);
      same(await store.list('one', 'todo'), []);
      same(await store.answer('one', 's', 'k'), null);
      same(await store.answers('one', null, 10), []);
      same(await store.highestTime('one'), 0);
      same(await store.events('one', 0, 10), []);
      same(await store.links('one', 0, 10), []);
      same(await store.workspaces(), []);
    },
  },
  {
    name: 'keeps rows, events, link, answer and time of one batch together',
    async run(store) {
      const events = [
        { kind: 'command-accepted', body: '{}' },
        { kind: 'todo-created', body: '{"todo_id":"a"}' },
      ];
      const outcome = await store.commit(
        batch('k1', {
          expectations: [{ kind: 'todo', id: 'a', revision: 0 }],
          writes: [row('a', 1)],
          events,
        }),
      );
      same(outcome, { kind: 'committed' });
      same(await store.get('one', 'todo', 'a'), row('a', 1));
      same(await store.answer('one', 'human:x', 'k1'), {
        command_digest: 'digest of k1',
        answer: '{"key":"k1"}',
      });
      same(await store.highestTime('one'), 1_000);
      same(
        await store.events('one', 0, 10),
        events.map((event, index) => ({ ...event, sequence: index + 1, batch: 1 })),
      );
      same(await store.links('one', 0, 10), [chainLink('one', null, events)]);
      same(await store.workspaces(), ['one']);
    },
  },
  {
    name: 'writes nothing at all of a stale batch',
    async run(store) {
      await store.commit(batch('k1', { writes: [row('a', 1)] }));
      const stale = batch('k2', {
        expectations: [{ kind: 'todo', id: 'a', revision: 2 }],
        writes: [row('a', 3), row('b', 1)],
      });
      same(await store.commit(stale), { kind: 'stale' });
      same(await store.get('one', 'todo', 'a'), row('a', 1));
      same(await store.get('one', 'todo', 'b'), null);
      same(await store.answer('one', 'human:x', 'k2'), null);
      same((await store.events('one', 0, 10)).length, 1);
    },
  },
  {
    name: 'is stale when a row that was absent is there by now',
    async run(store) {
      await store.commit(batch('k1', { writes: [row('a', 1)] }));
      const late = batch('k2', { expectations: [{ kind: 'todo', id: 'a', revision: 0 }] });
      same(await store.commit(late), { kind: 'stale' });
    },
  },
  {
    name: 'says that a key is taken before anything else',
    async run(store) {
      await store.commit(batch('k1'));
      const again = batch('k1', { expectations: [{ kind: 'todo', id: 'a', revision: 9 }] });
      same(await store.commit(again), { kind: 'key-taken' });
      const other = batch('k1', { answer: { ...batch('k1').answer, scope: 'human:y' } });
      same(await store.commit(other), { kind: 'committed' });
    },
  },
  {
    name: 'keeps the highest time, and holds a decision to its end',
    async run(store) {
      await store.commit(batch('k1', { time: 5_000 }));
      await store.commit(batch('k2', { time: 3_000 }));
      same(await store.highestTime('one'), 5_000);
      same(await store.commit(batch('k3', { time: 3_000, valid_until: 5_000 })), { kind: 'stale' });
      same(await store.commit(batch('k3', { time: 6_000, valid_until: 6_000 })), { kind: 'stale' });
      same(await store.commit(batch('k3', { time: 3_000, valid_until: 5_001 })), { kind: 'committed' });
    },
  },
  {
    name: 'keeps workspaces apart',
    async run(store) {
      await store.commit(batch('k1', { writes: [row('a', 1)] }));
      await store.commit(batch('k1', { workspace: 'two', writes: [row('a', 1, { state: 'done' })] }));
      same((await store.get('one', 'todo', 'a'))?.state, 'open');
      same((await store.get('two', 'todo', 'a'))?.state, 'done');
      same((await store.list('two', 'todo')).length, 1);
      same((await store.links('two', 0, 10))[0]?.batch, 1);
      same(await store.workspaces(), ['one', 'two']);
    },
  },
  {
    name: 'names every kind and state that it holds, with the first of each',
    async run(store) {
      await store.commit(
        batch('k1', {
          writes: [
            row('b', 1),
            row('a', 1),
            row('c', 1, { state: 'done' }),
            row('d', 1, { kind: 'gate', state: 'pending' }),
            // What a later version may have written.
            row('e', 1, { kind: 'robot' as 'gate', state: 'asleep' }),
          ],
        }),
      );
      await store.commit(batch('k2', { workspace: 'two', writes: [row('z', 1, { state: 'blocked' })] }));
      same(await store.kinds('one'), [
        { kind: 'gate', state: 'pending', id: 'd' },
        { kind: 'robot', state: 'asleep', id: 'e' },
        { kind: 'todo', state: 'done', id: 'c' },
        { kind: 'todo', state: 'open', id: 'a' },
      ]);
      same(await store.kinds('three'), []);
    },
  },
  {
    name: 'lists by state, parent and subject',
    async run(store) {
      await store.commit(
        batch('k1', {
          writes: [
            row('a', 1),
            row('b', 1, { state: 'done', parent_id: 'other' }),
            row('c', 1, { kind: 'gate', subject_digest: 'd1' }),
          ],
        }),
      );
      const ids = async (...filter: Parameters<Store['list']>): Promise<string[]> =>
        (await store.list(...filter)).map((each) => each.id);
      same(await ids('one', 'todo'), ['a', 'b']);
      same(await ids('one', 'todo', { states: ['done', 'open'] }), ['a', 'b']);
      same(await ids('one', 'todo', { states: ['done'] }), ['b']);
      same(await ids('one', 'todo', { states: [] }), []);
      same(await ids('one', 'todo', { parent_id: 'goal' }), ['a']);
      same(await ids('one', 'gate', { subject_digest: 'd1' }), ['c']);
      same(await ids('one', 'gate', { subject_digest: 'd2' }), []);
    },
  },
  {
    name: 'pages through rows by id, within every filter',
    async run(store) {
      const names = ['a', 'b', 'c-2', 'c 1', 'd', 'ée', '~'];
      await store.commit(
        batch('k1', {
          writes: names.map((id, index) => row(id, 1, index % 2 === 0 ? {} : { state: 'done' })),
        }),
      );
      const ids = async (filter: Parameters<Store['list']>[2]): Promise<string[]> =>
        (await store.list('one', 'todo', filter)).map((each) => each.id);
      const inOrder = await ids({});
      same(inOrder, [...names].sort());
      const paged: string[] = [];
      for (let page = await ids({ limit: 3 }); page.length > 0; ) {
        same(page.length <= 3, true);
        paged.push(...page);
        page = await ids({ limit: 3, after: paged.at(-1) ?? '' });
      }
      same(paged, inOrder);
      same(await ids({ after: 'c', limit: 2 }), ['c 1', 'c-2']);
      same(await ids({ after: '~zz', limit: 2 }), ['ée']);
      same(await ids({ states: ['done'], parent_id: 'goal', after: 'b', limit: 1 }), ['c 1']);
      same(await ids({ limit: 0 }), []);
    },
  },
  {
    name: 'pages through events and links in order',
    async run(store) {
      for (let index = 0; index < 7; index += 1) await store.commit(batch(`k${index}`));
      same(
        (await store.events('one', 2, 3)).map((event) => event.sequence),
        [3, 4, 5],
      );
      same(
        (await store.links('one', 5, 10)).map((link) => link.batch),
        [6, 7],
      );
    },
  },
  {
    name: 'pages through all answers, by scope and then key',
    async run(store) {
      const places: string[] = [];
      for (const scope of ['operator:b', 'human:x', 'operator:a']) {
        for (const key of ['k2', 'K1', 'k10']) {
          const { answer } = batch(key);
          await store.commit(batch(key, { answer: { ...answer, scope } }));
        }
      }
      await store.commit(batch('k', { workspace: 'two' }));
      for (let last: AnswerPlace | null = null; ; ) {
        const page: readonly KeptAnswer[] = await store.answers('one', last, 2);
        places.push(...page.map(({ scope, key, command_digest }) => `${scope} ${key} ${command_digest}`));
        last = page.at(-1) ?? null;
        if (last === null) break;
      }
      same(
        places,
        ['human:x', 'operator:a', 'operator:b'].flatMap((scope) =>
          ['K1', 'k10', 'k2'].map((key) => `${scope} ${key} digest of ${key}`),
        ),
      );
    },
  },
  {
    name: 'holds a batch to the letter of a row that it rests on, whether it stands or was handed in right before',
    async run(store) {
      const expecting = (body: string) => ({
        expectations: [{ kind: 'todo' as const, id: 'a', revision: 1, body }],
        writes: [row('a', 2)],
      });
      const first = row('a', 1);
      await store.commit(batch('k0', { writes: [first] }));
      same(await store.commit(batch('k1', expecting('{"other":true}'))), { kind: 'stale' });
      same(await store.commit(batch('k1', expecting(first.body))), { kind: 'committed' });
      const next = row('b', 1);
      const onNext = (key: string, body: string) =>
        batch(key, {
          expectations: [{ kind: 'todo', id: 'b', revision: 1, body }],
          writes: [row('b', 2)],
        });
      same(
        await Promise.all([
          store.commit(batch('k2', { writes: [next] })),
          store.commit(onNext('k3', '{"other":true}')),
          store.commit(onNext('k4', next.body)),
        ]),
        [{ kind: 'committed' }, { kind: 'stale' }, { kind: 'committed' }],
      );
    },
  },
  {
    name: 'lets exactly one of many parallel batches on one row through',
    async run(store) {
      await store.commit(batch('k0', { writes: [row('a', 1)] }));
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          store.commit(
            batch(`p${index}`, {
              expectations: [{ kind: 'todo', id: 'a', revision: 1 }],
              writes: [row('a', 2)],
            }),
          ),
        ),
      );
      same(outcomes.filter((outcome) => outcome.kind === 'committed').length, 1);
      same(outcomes.filter((outcome) => outcome.kind === 'stale').length, 19);
      same((await store.links('one', 0, 100)).length, 2);
    },
  },
];
