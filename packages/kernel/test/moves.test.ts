import { describe, expect, it } from 'vitest';
import {
  type CopyPlace,
  type CopyTarget,
  copyWorkspace,
  moveWorkspace,
  type Store,
  takeBackWorkspace,
  verifyAudit,
} from '../src/index.ts';
import { countingIds, moves, people, Story, stoppedClock } from '../src/store-suite/index.ts';
import { type MemoryStore, memoryStore } from './support/memory-store.ts';
import { everyRow } from './support/refusal-row.ts';

const workspace = 'newsdesk';

/** A store with one question that waits, and an empty one. */
async function pair() {
  const source = memoryStore(new Map(), moves.storeId(1));
  const target = memoryStore(new Map(), moves.storeId(2));
  const story = new Story(source);
  await story.begin();
  const gate = await story.draft();
  return { source, target, gate };
}

let series = 10;

function between(source: Store, target: CopyPlace) {
  series += 1;
  const { operator: principal } = people;
  return { source, target, workspace, principal, clock: stoppedClock(), ids: countingIds(series) };
}

const move = (source: Store, target: MemoryStore) =>
  moveWorkspace(between(source, target.place('the second store')));
const back = (source: Store, target: MemoryStore) =>
  takeBackWorkspace(between(source, target.place('the second store')));
const copy = (source: Store, target: MemoryStore) =>
  copyWorkspace(between(source, target.place('the second store')));

/** Whether a person can decide the question there. */
async function isLive(store: MemoryStore): Promise<boolean> {
  series += 1;
  const story = new Story(store.copy(), { series });
  const [gate] = await story.kernel.gates(workspace, { statuses: ['pending'] });
  if (gate === undefined) return false;
  const { gate_id, revision } = gate;
  const decision = { gate_id, revision, decision: 'approve', reason: null } as const;
  return (await story.send('decide-gate', decision, people.reviewer)).kind === 'accepted';
}

async function where(...stores: readonly MemoryStore[]): Promise<readonly boolean[]> {
  return Promise.all(stores.map(isLive));
}

async function expectSound(store: Store, head?: string): Promise<void> {
  expect(await verifyAudit(store, workspace, head)).toMatchObject({ ok: true });
}

describe('a workspace that is moved', () => {
  it('is at work in the target alone, with the whole log of the source in its own', async () => {
    const { source, target } = await pair();
    const before = await verifyAudit(source, workspace);
    expect(await move(source, target)).toMatchObject({ kind: 'moved', earlier: false });
    expect(await where(source, target)).toEqual([false, true]);
    const events = await target.events(workspace, 0, 1_000);
    expect(events.slice(-4).map(({ kind }) => kind)).toEqual([
      'command-accepted',
      'workspace-retired',
      'command-accepted',
      'workspace-arrived',
    ]);
    await expectSound(target, before.ok ? before.head : '');
    await expectSound(source, before.ok ? before.head : '');
    const story = new Story(source, { series: 3 });
    expect(await story.kernel.whereabouts(workspace)).toMatchObject({
      kind: 'moved',
      place: 'the second store',
    });
    expect(await story.send('close-goal', { goal_id: 'goal-1' })).toMatchObject({
      rule: 'workspace.retired',
      message: expect.stringContaining('the second store'),
    });
  });

  it('says so again when it is moved again, and goes to no other store', async () => {
    const { source, target } = await pair();
    await move(source, target);
    expect(await move(source, target)).toMatchObject({ kind: 'moved', earlier: true });
    expect(await move(source, memoryStore(new Map(), moves.storeId(3)))).toMatchObject({
      rule: 'workspace.retired',
    });
    expect(await back(source, target)).toMatchObject({ rule: 'workspace.arrived' });
    expect(await where(source, target)).toEqual([false, true]);
  });

  it('takes what was answered along, so that a command is carried out once all the same', async () => {
    const { source, target } = await pair();
    const goal = { goal_id: 'goal-7', mode: 'drafting', owner_id: 'olga', quota: {} } as const;
    const first = await new Story(source, { series: 2 }).send('create-goal', goal, people.operator, 'once');
    await move(source, target);
    for (const store of [source, target]) {
      const again = await new Story(store, { series: 2 }).send('create-goal', goal, people.operator, 'once');
      expect(again).toEqual({ ...first, replayed: true });
    }
  });

  it('comes home again, to where it was before', async () => {
    const { source, target } = await pair();
    await move(source, target);
    const away = new Story(target, { series: 4 });
    await away.begin('article-2');
    await away.draft('article-2');
    expect(await move(target, source)).toMatchObject({ kind: 'moved', earlier: false });
    expect(await where(source, target)).toEqual([true, false]);
    await expectSound(source);
    await expectSound(target);
    expect((await new Story(source, { series: 5 }).todo('todo-article-2')).state).toBe('awaiting_gate');
  });

  it('keeps an open approval, which is used up where it went', async () => {
    const { source, target, gate } = await pair();
    await new Story(source, { series: 2 }).decide(gate);
    await move(source, target);
    const story = new Story(target, { series: 6 });
    await story.commit();
    expect(await story.gate(gate.gate_id)).toMatchObject({ status: 'closed', closed_for: 'consumed' });
    const there = new Story(source, { series: 7 });
    const admission = await there.admission('todo-article-1', 'external_write');
    expect(await there.send('admit-attempt', admission)).toMatchObject({ rule: 'workspace.retired' });
  });

  it('is refused where an attempt is under way, and nothing of it is kept', async () => {
    const { source, target } = await pair();
    const story = new Story(source, { series: 2 });
    await story.begin('article-2');
    await story.run('todo-article-2', 'draft');
    expect(await move(source, target)).toMatchObject({ rule: 'workspace.attempt-under-way' });
    expect(await target.workspaces()).toEqual([]);
    expect(await where(source)).toEqual([true]);
  });

  it('takes what is written while it is copied along', async () => {
    const { source, target } = await pair();
    const place = target.place('the second store');
    const story = new Story(source, { series: 2 });
    let written = false;
    const busy: CopyPlace = {
      ...place,
      within: (name, task) =>
        place.within(name, (inner) =>
          task({
            ...inner,
            put: async (page) => {
              await inner.put(page);
              if (page.kind !== 'events' || written) return;
              written = true;
              await story.begin('article-2');
              await story.draft('article-2');
            },
          }),
        ),
    };
    expect(await moveWorkspace(between(source, busy))).toMatchObject({ kind: 'moved' });
    await expectSound(target);
    expect((await new Story(target, { series: 3 }).todo('todo-article-2')).state).toBe('awaiting_gate');
  });

  it('is taken over nothing else of the same name', async () => {
    const { source, target } = await pair();
    await new Story(target, { series: 2 }).begin();
    const before = await everyRow(target, workspace);
    for (const task of [move, copy]) {
      expect(await task(source, target)).toMatchObject({ rule: 'workspace.present' });
    }
    expect(await everyRow(target, workspace)).toBe(before);
    expect(await where(source)).toEqual([true]);
  });

  it('does not go to where it is, nor from where only a copy is', async () => {
    const { source, target } = await pair();
    expect(await move(source, source)).toMatchObject({ rule: 'workspace.same-store' });
    await copy(source, target);
    const third = memoryStore(new Map(), moves.storeId(3));
    expect(await move(target, third)).toMatchObject({ rule: 'workspace.copy' });
    expect(await copy(target, source)).toMatchObject({ rule: 'workspace.present' });
    expect(await where(source, target, third)).toEqual([true, false, false]);
  });

  it('is not moved where its log does not verify', async () => {
    const { source, target } = await pair();
    const [row] = await source.list(workspace, 'gate');
    if (row === undefined) throw new Error('a gate waits');
    Object.assign(row, { body: row.body.replace('pending', 'open'), state: 'open' });
    source.tampered();
    expect(await move(source, target)).toMatchObject({ rule: 'workspace.unsound' });
    expect(await target.workspaces()).toEqual([]);
  });
});

describe('a copy that is no move', () => {
  it('can be read and verified, decides nothing, and is brought up to date', async () => {
    const { source, target } = await pair();
    const first = await copy(source, target);
    expect(first).toMatchObject({ kind: 'copied' });
    expect(await where(source, target)).toEqual([true, false]);
    expect(await verifyAudit(target, workspace)).toEqual(await verifyAudit(source, workspace));
    const story = new Story(source, { series: 2 });
    await story.begin('article-2');
    expect(await copy(source, target)).toMatchObject({ kind: 'copied' });
    expect(await verifyAudit(target, workspace)).toEqual(await verifyAudit(source, workspace));
    expect(await new Story(target, { series: 3 }).kernel.whereabouts(workspace)).toEqual({ kind: 'copy' });
    expect(await where(source, target)).toEqual([true, false]);
  });

  it('becomes the workspace when that is moved to it', async () => {
    const { source, target } = await pair();
    await copy(source, target);
    await new Story(source, { series: 2 }).begin('article-2');
    expect(await move(source, target)).toMatchObject({ kind: 'moved', earlier: false });
    expect(await where(source, target)).toEqual([false, true]);
    await expectSound(target);
  });

  it('recovers nothing', async () => {
    const { source, target } = await pair();
    const story = new Story(source, { series: 2 });
    await story.begin('article-2');
    await story.run('todo-article-2', 'draft');
    await copy(source, target);
    const kernel = new Story(target, { series: 3 }).kernel;
    expect(await kernel.recover(workspace, 'process-9', { deadProcesses: ['process-1'] })).toEqual({
      actions: [],
      expired_gates: [],
      gone_gates: [],
      awaiting_reducer: [],
    });
  });
});

/** The process dies: nothing that it would have done after the n-th call is done. */
class Died extends Error {}

/** Everything that reaches either store, counted, with a death right before or after one of the calls. */
function mortal(source: MemoryStore, target: MemoryStore, death: { at: number; after: boolean }) {
  let calls = 0;
  const guarded = async <Value>(task: () => Promise<Value>): Promise<Value> => {
    calls += 1;
    if (calls > death.at || (calls === death.at && !death.after)) throw new Died('dead');
    const value = await task();
    if (calls === death.at) throw new Died('dead');
    return value;
  };
  const place = target.place('the second store');
  const mortalTarget = (inner: CopyTarget): CopyTarget => ({
    ...inner,
    put: (page) => guarded(() => inner.put(page)),
    endMove: (id, end) => guarded(() => inner.endMove(id, end)),
  });
  return {
    source: { ...source, commit: (batch) => guarded(() => source.commit(batch)) } satisfies Store,
    place: {
      name: place.name,
      // What makes the copy final is a call like the others.
      within: (name, task) => guarded(() => place.within(name, (inner) => task(mortalTarget(inner)))),
    } satisfies CopyPlace,
  };
}

describe('a process that dies', () => {
  const tasks = { move: moveWorkspace, 'take back': takeBackWorkspace };

  /** Dies at every call of a move or a way back, before and after it, and hands each pair of stores on. */
  async function* deaths(name: keyof typeof tasks): AsyncGenerator<{
    readonly source: MemoryStore;
    readonly target: MemoryStore;
    readonly story: string;
  }> {
    for (let at = 1, over = false; !over; at += 1) {
      for (const after of [false, true]) {
        const { source, target } = await pair();
        if (name === 'take back') await diesInTheGap(source, target);
        const { source: dying, place } = mortal(source, target, { at, after });
        const end = await tasks[name](between(dying, place)).catch((error: unknown) => error);
        if (!(end instanceof Died)) over = true;
        else yield { source, target, story: `${name}, call ${at}, ${after ? 'after' : 'before'}` };
      }
    }
  }

  /** Retired at the source, and nothing of it in the target. */
  async function diesInTheGap(source: MemoryStore, target: MemoryStore): Promise<void> {
    const place: CopyPlace = {
      name: 'the second store',
      within: (name, task) =>
        target.place('').within(name, async (inner) => {
          await task(inner);
          throw new Died('dead');
        }),
    };
    await expect(moveWorkspace(between(source, place))).rejects.toThrow(Died);
    expect(await where(source, target)).toEqual([false, false]);
  }

  it.each(['move', 'take back'] as const)(
    'in a %s leaves the workspace at work in one store at most, and whoever comes next goes on',
    async (name) => {
      let seen = 0;
      for await (const { source, target, story } of deaths(name)) {
        seen += 1;
        const [here, there] = await where(source, target);
        expect(here === true && there === true, story).toBe(false);
        for (const [next, live] of [
          [move, [false, true]],
          [back, [true, false]],
        ] as const) {
          const [first, second] = [source.copy(), target.copy()];
          const answer = await next(first, second);
          const told = `${story}, then ${next === move ? 'moved' : 'taken back'}: ${JSON.stringify(answer)}`;
          if (answer.kind === 'refused') {
            // A way that is closed leaves everything as it was, and the other one is open.
            expect(await where(first, second), told).toEqual([here, there]);
            await (next === move ? back : move)(first, second);
            expect((await where(first, second)).filter(Boolean), told).toHaveLength(1);
          } else {
            expect(await where(first, second), told).toEqual(live);
          }
          await expectSound(first);
          if ((await second.workspaces()).length > 0) await expectSound(second);
        }
      }
      expect(seen).toBeGreaterThan(name === 'move' ? 10 : 4);
    },
  );

  it('is made up for after the way back: the workspace can be moved to the same target anew', async () => {
    const { source, target } = await pair();
    await diesInTheGap(source, target);
    expect(await back(source, target)).toEqual({ kind: 'taken-back' });
    expect(await where(source, target)).toEqual([true, false]);
    expect(await move(source, target)).toMatchObject({ kind: 'moved', earlier: false });
    expect(await where(source, target)).toEqual([false, true]);
    await expectSound(target);
  });

  it('leaves a move that goes to its own target alone', async () => {
    const { source, target } = await pair();
    await diesInTheGap(source, target);
    const third = memoryStore(new Map(), moves.storeId(3));
    expect(await move(source, third)).toMatchObject({ rule: 'workspace.retired' });
    expect(await back(source, third)).toMatchObject({ rule: 'workspace.other-store' });
    expect(await back(target, source)).toMatchObject({ rule: 'workspace.unknown' });
    expect(await move(source, target)).toMatchObject({ kind: 'moved' });
  });
});
