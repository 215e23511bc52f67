import { reviseItem } from '@cux/content-ops';
import type { Expectation, Scene, Situation } from './situation.ts';
import { held, type Item, reopen, revise } from './world.ts';

const approve = { decisions: ['approve'] } as const;
const published = { holds: true, writes: 1, item: 'readback_verified', todo: 'done' } as const;

/** The applications that all publish by the same means, with their own words for a draft and for what is out. */
const everywhere = [
  { application: 'newsroom', draft: 'draft', out: 'published', signIns: 0 },
  { application: 'WordPress', draft: 'draft', out: 'publish', signIns: 2 },
  { application: 'WordPress classic', draft: 'draft', out: 'publish', signIns: 2 },
  { application: 'WordPress REST', draft: 'draft', out: 'publish', signIns: 2 },
  { application: 'DokuWiki', draft: 'draft', out: 'page', signIns: 2 },
] as const;

/** Drafts, and looks into the store before anybody has decided: a draft, equal to what will be approved, and nothing out. */
async function drafted(scene: Scene, content?: Item['content']): Promise<Item> {
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

const common: readonly Situation[] = everywhere.flatMap(
  ({ application, draft, out, signIns }): Situation[] => {
    const good = (interventions: number): Expectation => ({
      ...published,
      store: out,
      interventions: interventions + signIns,
    });
    return [
      {
        application,
        situation: 'draft, approve, publish, read back',
        expected: good(1),
        play: async (scene) => {
          const item = await drafted(scene);
          await scene.walk(item, approve);
          return item;
        },
      },
      {
        application,
        situation: 'a person rejects',
        expected: {
          store: draft,
          holds: true,
          writes: 0,
          interventions: 1 + signIns,
          item: 'review_ready',
          todo: 'blocked',
        },
        play: async (scene) => {
          const item = await drafted(scene);
          await scene.walk(item, { decisions: ['reject'] });
          return item;
        },
      },
      {
        application,
        situation: 'revised after the approval',
        expected: good(2),
        play: async (scene) => {
          const item = await drafted(scene);
          const world = await scene.world();
          await scene.walk(item, { ...approve, before: () => Promise.reject(new Stop()) }).catch(onlyStop);
          const content = { ...item.content, body: `${item.content.body}\n\nRevised.` };
          const revised = await revise(world, item, content, reviseItem);
          await scene.walk(revised, approve);
          return revised;
        },
      },
      {
        application,
        situation: 'killed after the commit, before the press',
        expected: good(2),
        play: (scene) => crashed(scene, 'before-press'),
      },
      {
        application,
        situation: 'killed after the press',
        expected: good(1),
        play: (scene) => crashed(scene, 'after-press'),
      },
      {
        application,
        situation: 'the application is restarted between the approval and the press',
        expected: good(1),
        play: async (scene) => {
          const item = await drafted(scene);
          const restart = async () => {
            await scene.application.pause();
            await scene.application.resume();
          };
          await scene.walkWith(item, restart, approve);
          return item;
        },
      },
      {
        application,
        situation: 'the application is down when it is pressed, and comes back',
        expected: good(2),
        play: async (scene) => {
          const item = await drafted(scene);
          await scene.walkWith(item, () => scene.application.pause(), {
            ...approve,
            before: () => scene.application.resume(),
          });
          await scene.walk(item, { ...approve, before: () => scene.application.resume() });
          return item;
        },
      },
    ];
  },
);

/** Thrown to end a walk between the approval and its use. */
class Stop extends Error {}

function onlyStop(error: unknown): void {
  if (!(error instanceof Stop)) throw error;
}

async function crashed(scene: Scene, moment: 'before-press' | 'after-press'): Promise<Item> {
  const item = await drafted(scene);
  await scene.walk(item, { ...approve, before: () => Promise.reject(new Stop()) }).catch(onlyStop);
  await scene.crash(item, moment);
  await (await scene.world()).host.recover();
  await scene.walk(item, approve);
  return item;
}

async function idOf(scene: Scene, item: Item): Promise<string> {
  return (await held(await scene.world(), item)).itemId ?? '';
}

const wordpress = (
  situation: string,
  expected: Expectation,
  play: Situation['play'],
  application = 'WordPress',
): Situation => ({
  application,
  situation,
  expected,
  play,
});

const out = (interventions: number): Expectation => ({ ...published, store: 'publish', interventions });

const ofWordPress: readonly Situation[] = [
  wordpress('the editor does without its iframe', out(3), async (scene) => {
    await scene.trouble({ no_iframe: true });
    const item = await drafted(scene);
    await scene.walk(item, approve);
    return item;
  }),
  wordpress(
    'as a contributor: the site reviews itself',
    { store: 'pending', holds: true, writes: 0, interventions: 3, item: 'review_ready', todo: 'blocked' },
    async (scene) => {
      const item = await drafted(scene);
      await scene.walk(item, approve);
      return item;
    },
    'WordPress contributor',
  ),
  wordpress(
    'pre-publish check off, and the recipe expects it on',
    { store: 'draft', holds: true, writes: 0, interventions: 2, item: 'captured', todo: 'blocked' },
    async (scene) => {
      await scene.meddle('one-click', scene.application.account, 'on');
      const item = await scene.begin();
      await scene.walk(item);
      await scene.meddle('one-click', scene.application.account, 'off');
      return item;
    },
  ),
  wordpress(
    'pre-publish check off, by the recipe for it',
    out(3),
    async (scene) => {
      await scene.meddle('one-click', scene.application.account, 'on');
      const item = await drafted(scene);
      await scene.walk(item, approve);
      await scene.meddle('one-click', scene.application.account, 'off');
      return item;
    },
    'WordPress one click',
  ),
  wordpress('the welcome tour comes back', out(3), async (scene) => {
    await scene.trouble({ tour: true });
    const item = await drafted(scene);
    await scene.walk(item, approve);
    return item;
  }),
  wordpress('another person has the post open (post lock), and closes it', out(4), async (scene) => {
    const item = await drafted(scene);
    const id = await idOf(scene, item);
    await scene.meddle('lock', id, 'admin');
    await scene.walk(item, approve);
    const blocked = await held(await scene.world(), item);
    if (blocked.todo !== 'blocked') throw new Error(`The lock did not stop it: ${blocked.todo}.`);
    await scene.meddle('unlock', id);
    await reopen(await scene.world(), item);
    await scene.walk(item, approve);
    return item;
  }),
  wordpress('another person takes the post over while it is published', out(3), async (scene) => {
    const item = await drafted(scene);
    const id = await idOf(scene, item);
    await scene.walkWith(item, () => scene.meddle('lock', id, 'admin'), approve);
    return item;
  }),
  wordpress('the session ends during the review', out(4), async (scene) => {
    const item = await drafted(scene);
    await scene.meddle('sign-out', scene.application.account);
    await scene.walk(item, approve);
    return item;
  }),
  wordpress('the session ends while it is published', out(5), async (scene) => {
    const item = await drafted(scene);
    let ended = false;
    await scene.walkWith(
      item,
      async () => {
        if (!ended) await scene.meddle('sign-out', scene.application.account);
        ended = true;
      },
      { decisions: ['approve', 'approve'] },
    );
    return item;
  }),
  wordpress('the draft is changed by hand during the review', out(4), async (scene) => {
    const item = await drafted(scene);
    await scene.meddle('change', await idOf(scene, item), 'Changed by another hand.');
    await scene.walk(item, { decisions: ['approve', 'approve'] });
    return item;
  }),
  wordpress('an autosave of another person arrives during the review', out(3), async (scene) => {
    const item = await drafted(scene);
    await scene.meddle('autosave', await idOf(scene, item), 'Autosaved by another hand.');
    await scene.walk(item, approve);
    return item;
  }),
  wordpress('it answers 500 and has written nothing', out(4), async (scene) => {
    const item = await drafted(scene);
    await scene.trouble({ fail: 'before' });
    await scene.walk(item, approve);
    await scene.trouble({});
    await scene.walk(item, approve);
    return item;
  }),
  wordpress('it answers 500 and has published', out(3), async (scene) => {
    const item = await drafted(scene);
    await scene.trouble({ fail: 'after' });
    await scene.walk(item, approve);
    return item;
  }),
];

/** Every row: application × situation. */
export const situations: readonly Situation[] = [...common, ...ofWordPress];
