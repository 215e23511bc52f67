import type { Scene } from './situation.ts';
import { held, type Item } from './world.ts';

export const approve = { decisions: ['approve'] } as const;
export const published = { holds: true, writes: 1, item: 'readback_verified', todo: 'done' } as const;

/** Drafts, and looks into the store before anybody has decided: a draft, equal to what will be approved, and nothing out. */
export async function drafted(scene: Scene, content?: Item['content']): Promise<Item> {
  const item = await scene.begin(content);
  await scene.walk(item);
  const { itemId, because, question } = await held(await scene.world(), item);
  if (itemId === null)
    throw new Error(`No draft came about: ${because}: ${question} ${item.refusals.join(' ')}`);
  const stored = await scene.application.stored(itemId, item.content);
  const out = await scene.application.publications(itemId);
  if (stored.status !== 'draft' || !stored.holdsContent || out !== 0) {
    throw new Error(`Before the decision the store says ${JSON.stringify({ ...stored, out })}.`);
  }
  return item;
}

/** Thrown to end a walk between the approval and its use. */
export class Stop extends Error {}

export function onlyStop(error: unknown): void {
  if (!(error instanceof Stop)) throw error;
}

export async function crashed(scene: Scene, moment: 'before-press' | 'after-press'): Promise<Item> {
  const item = await drafted(scene);
  await scene.walk(item, { ...approve, before: () => Promise.reject(new Stop()) }).catch(onlyStop);
  await scene.crash(item, moment);
  await (await scene.world()).host.recover();
  await scene.walk(item, approve);
  return item;
}

export async function idOf(scene: Scene, item: Item): Promise<string> {
  return (await held(await scene.world(), item)).itemId ?? '';
}
