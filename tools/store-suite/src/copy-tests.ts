import {
  copyWorkspace,
  type MoveOptions,
  moveWorkspace,
  randomIds,
  type Store,
  systemClock,
  takeBackWorkspace,
  verifyAudit,
} from '@cux/kernel';
import { people, Story } from '@cux/kernel/store-suite';
import { describe, expect, it } from 'vitest';
import type { Engine, Place } from './engine.ts';
import { everything, rowsOf } from './everything.ts';

const workspace = 'newsdesk';

/** A place with one article published, and a second workspace beside. */
async function filled(engine: Engine): Promise<{ readonly place: Place; readonly store: Store }> {
  const place = await engine.place();
  const store = await place.open();
  await new Story(store).begin();
  const story = new Story(store, { series: 1 });
  await story.begin('article-2');
  await story.publish('article-2');
  await new Story(store, { workspace: 'beside', series: 2 }).begin();
  return { place, store };
}

function between(source: Store, { target }: Place): MoveOptions {
  const { operator: principal } = people;
  return { source, target, workspace, principal, clock: systemClock, ids: randomIds };
}

/** Whether anything is decided there. */
async function decides(store: Store, series: number): Promise<boolean> {
  const goal = { goal_id: `goal-${series}`, mode: 'drafting', owner_id: 'olga', quota: {} } as const;
  return (await new Story(store, { series }).send('create-goal', goal)).kind === 'accepted';
}

/** The log of a store begins with the whole log of another one, to the letter. */
async function expectToGoOn(store: Store, from: Store): Promise<void> {
  for (const part of ['events', 'links'] as const) {
    const whole = await store[part](workspace, 0, 10_000);
    const begun = await from[part](workspace, 0, 10_000);
    expect(whole.slice(0, begun.length)).toEqual(begun);
  }
}

const own = (rows: Awaited<ReturnType<typeof rowsOf>>) => rows.filter(({ kind }) => kind !== 'workspace');

/** A workspace goes to another store of the kind whole, or not at all, and is at work in one of the two. */
export function copyTests(engine: Engine): void {
  describe(`a workspace that goes to a ${engine.name} store`, () => {
    it('is moved with everything, alone, and goes on there; the source decides nothing more', async () => {
      const { store: source } = await filled(engine);
      const target = await engine.place();
      expect(await moveWorkspace(between(source, target))).toMatchObject({ kind: 'moved', earlier: false });
      const moved = await target.open();
      expect(own(await rowsOf(moved, workspace))).toEqual(own(await rowsOf(source, workspace)));
      await expectToGoOn(moved, source);
      expect(await moved.workspaces()).toEqual([workspace]);
      expect([await decides(source, 3), await decides(moved, 4)]).toEqual([false, true]);
      const story = new Story(moved, { series: 5 });
      await story.begin('article-3');
      await story.draft('article-3');
      for (const store of [source, moved]) {
        expect(await verifyAudit(store, workspace)).toMatchObject({ ok: true });
      }
      await moved.close();
      await source.close();
    });

    it('is copied to the letter, to be read alone, and is brought up to date', async () => {
      const { store: source } = await filled(engine);
      const target = await engine.place();
      expect(await copyWorkspace(between(source, target))).toMatchObject({ kind: 'copied' });
      const copied = await target.open();
      expect(await everything(copied, workspace)).toEqual(await everything(source, workspace));
      expect([await decides(copied, 3), await decides(source, 4)]).toEqual([false, true]);
      expect(await copyWorkspace(between(source, target))).toMatchObject({ kind: 'copied' });
      expect(await everything(copied, workspace)).toEqual(await everything(source, workspace));
      await copied.close();
      await source.close();
    });

    it('comes home', async () => {
      const { place, store: source } = await filled(engine);
      const target = await engine.place();
      await moveWorkspace(between(source, target));
      const away = await target.open();
      await new Story(away, { series: 3 }).begin('article-3');
      expect(await moveWorkspace(between(away, place))).toMatchObject({ kind: 'moved' });
      expect([await decides(away, 4), await decides(source, 5)]).toEqual([false, true]);
      expect(await verifyAudit(source, workspace)).toMatchObject({ ok: true });
      await expectToGoOn(source, away);
      await away.close();
      await source.close();
    });

    it('is called off where nothing has arrived, and then arrives no more', async () => {
      const { store: source } = await filled(engine);
      const target = await engine.place();
      // Dies right before its transaction ends.
      const dying: Place['target'] = {
        name: 'a target',
        within: (name, task) =>
          target.target.within(name, async (inner) => {
            await task(inner);
            throw new Error('died');
          }),
      };
      const options = between(source, target);
      await expect(moveWorkspace({ ...options, target: dying })).rejects.toThrow('died');
      expect(await decides(source, 3)).toBe(false);
      expect(await takeBackWorkspace(options)).toEqual({ kind: 'taken-back' });
      expect(await decides(source, 4)).toBe(true);
      expect(await target.ask('select ended from move_end')).toEqual([{ ended: 'refused' }]);
      // A later move is another one.
      expect(await moveWorkspace(options)).toMatchObject({ kind: 'moved', earlier: false });
      expect(await takeBackWorkspace(options)).toMatchObject({ rule: 'workspace.arrived' });
      expect(await moveWorkspace(options)).toMatchObject({ kind: 'moved', earlier: true });
      await source.close();
    });

    it('is not written over one that is there, whatever is there of it', async () => {
      const { store: source } = await filled(engine);
      const target = await engine.place();
      const before = await target.open();
      await new Story(before, { series: 4 }).begin();
      const kept = await everything(before, workspace);
      const present = { kind: 'refused', rule: 'workspace.present' };
      expect(await copyWorkspace(between(source, target))).toMatchObject(present);
      expect(await everything(before, workspace)).toEqual(kept);
      await target.change('delete from event; delete from link; delete from row; delete from answer');
      expect(await moveWorkspace(between(source, target))).toMatchObject(present);
      expect(await decides(source, 5)).toBe(true);
      await before.close();
      await source.close();
    });

    it('leaves nothing behind when the task throws, and hands on what it threw', async () => {
      const { store: source } = await filled(engine);
      const { target, open } = await engine.place();
      const row = await source.get(workspace, 'workspace', 'workspace');
      const task = target.within(workspace, async ({ put, endMove }) => {
        await put({ kind: 'rows', rows: row === null ? [] : [row] });
        await endMove('move', 'arrived');
        throw new RangeError('not kept');
      });
      await expect(task).rejects.toThrow(RangeError);
      const store = await open();
      expect(await store.workspaces()).toEqual([]);
      expect(await target.within(workspace, ({ moveEnd }) => moveEnd('move'))).toBe(null);
      await store.close();
      await source.close();
    });
  });
}
