import { type Store, verifyAudit } from '@cux/kernel';
import { Story } from '@cux/kernel/store-suite';
import { describe, expect, it } from 'vitest';
import type { Engine, Place } from './engine.ts';
import { everything } from './everything.ts';

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

/** A workspace moves to another store of the kind whole, or not at all. */
export function copyTests(engine: Engine): void {
  describe(`a workspace that is copied into a ${engine.name} store`, () => {
    it('is the same, byte for byte, and alone, and goes on', async () => {
      const { store: source } = await filled(engine);
      const target = await engine.place();
      const heads: unknown[] = [];
      const accept = async (copied: Parameters<typeof verifyAudit>[0]): Promise<void> => {
        heads.push(await verifyAudit(copied, workspace), await verifyAudit(source, workspace));
      };
      expect(await target.take({ workspace, source, accept })).toEqual({ kind: 'copied' });
      expect(heads[0]).toMatchObject({ ok: true });
      expect(heads[0]).toEqual(heads[1]);
      const copied = await target.open();
      expect(await everything(copied, workspace)).toEqual(await everything(source, workspace));
      expect(await copied.workspaces()).toEqual([workspace]);
      const story = new Story(copied, { series: 3 });
      await story.begin('article-3');
      await story.draft('article-3');
      expect(await story.kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
      await copied.close();
      await source.close();
    });

    it('is not written over one that is there, whatever is there of it', async () => {
      const { store: source } = await filled(engine);
      const target = await engine.place();
      const before = await target.open();
      await new Story(before, { series: 4 }).begin();
      const kept = await everything(before, workspace);
      const accept = () => Promise.reject(new Error('was asked'));
      expect(await target.take({ workspace, source, accept })).toEqual({ kind: 'present' });
      expect(await everything(before, workspace)).toEqual(kept);
      await target.change('delete from event; delete from link; delete from row; delete from answer');
      expect(await target.take({ workspace, source, accept })).toEqual({ kind: 'present' });
      await before.close();
      await source.close();
    });

    it('leaves nothing behind when it is not accepted', async () => {
      const { store: source } = await filled(engine);
      const target = await engine.place();
      const accept = () => Promise.reject(new Error('not accepted'));
      await expect(target.take({ workspace, source, accept })).rejects.toThrow('not accepted');
      const store = await target.open();
      expect(await store.workspaces()).toEqual([]);
      await store.close();
      await source.close();
    });
  });
}
