import { approve, drafted, idOf, published } from './acts.ts';
import type { Expectation, Situation } from './situation.ts';
import { byHand, type Trouble } from './wordpress-under-test.ts';
import { held, reopen } from './world.ts';

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

const tour = (situation: string, comes: Trouble['tour'] & string): Situation =>
  wordpress(situation, out(3), async (scene) => {
    await scene.trouble({ tour: comes });
    const item = await drafted(scene);
    await scene.walk(item, approve);
    return item;
  });

/** What WordPress itself may do. */
export const ofWordPress: readonly Situation[] = [
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
  tour('the welcome tour comes back', 'writing'),
  tour('the welcome tour comes back over an open menu, and closes it', 'menu'),
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
  wordpress(
    'a person publishes it by hand, with an account of their own',
    { ...out(3), ours: 0 },
    async (scene) => {
      const item = await drafted(scene);
      await scene.wordpress?.publishByHand(await idOf(scene, item), 'admin');
      await scene.walk(item, approve);
      return item;
    },
    byHand,
  ),
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
