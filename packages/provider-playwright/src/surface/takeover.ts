import type { Target } from '@cux/contracts';
import { type ActionOutcome, ProviderFault, type Surface, type Takeover } from '@cux/provider-sdk';
import { call } from '../session/isolated-world.ts';
import type { PageTarget } from '../session/page-target.ts';
import type { Screen } from '../session/screen.ts';
import { refused } from './ask.ts';
import { screenshot } from './capture.ts';
import { openLiveView } from './live-view.ts';

const pressPatience = 15_000;

async function letHumanAt(target: PageTarget, human: boolean): Promise<void> {
  target.human = human;
  await Promise.all(
    [...target.worlds.values()].map((world) => call(target, world, 'human', [human], pressPatience)),
  );
}

/** A person's own pointer and keys pass in every document that is open, until released. */
async function letHuman(screen: Screen, human: boolean): Promise<void> {
  screen.human = human;
  for (const target of screen.open) await letHumanAt(target, human);
}

/** The same session under a person's hands. What they do is never evidence. */
export async function takeOver(screen: Screen, surface: Surface): Promise<Takeover> {
  await letHuman(screen, true);
  const live = openLiveView(screen);
  const act = async (
    target: Target,
    action: (element: Parameters<Surface['press']>[0]) => Promise<ActionOutcome>,
  ): Promise<ActionOutcome> => {
    const resolution = await surface.resolve(target);
    return resolution.kind === 'found' ? action(resolution.element) : refused('hidden');
  };
  return {
    type: (target, text) => act(target, (element) => surface.fill(element, text)),
    press: (target) => act(target, (element) => surface.press(element, pressPatience)),
    async screenshot() {
      const { active } = screen;
      const picture = active === null ? null : await screenshot(active);
      if (picture === null) {
        throw new ProviderFault(
          'engine_gone',
          'The screen could not be shown: close the session and sign in again.',
        );
      }
      return picture;
    },
    live: live.view,
    location: () => surface.location(),
    async release() {
      await live.end();
      await letHuman(screen, false);
    },
  };
}
