import { reviseItem } from '@cux/content-ops';
import { approve, crashed, drafted, onlyStop, published, Stop } from './acts.ts';
import type { Expectation, Situation } from './situation.ts';
import { revise } from './world.ts';

/** The applications that all publish by the same means, with their own words for a draft and for what is out. */
const everywhere = [
  { application: 'newsroom', draft: 'draft', out: 'published', signIns: 0 },
  { application: 'WordPress', draft: 'draft', out: 'publish', signIns: 2 },
  { application: 'WordPress classic', draft: 'draft', out: 'publish', signIns: 2 },
  { application: 'WordPress REST', draft: 'draft', out: 'publish', signIns: 2 },
  { application: 'DokuWiki', draft: 'draft', out: 'page', signIns: 2 },
] as const;

/** What every application is put through. */
export const common: readonly Situation[] = everywhere.flatMap(
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
