import type { SiteRecipe } from '@cux/content-ops';
import { digestOfBytes } from '@cux/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { attachmentName } from '../src/index.ts';
import { recipe } from './support/newsroom-recipe.ts';
import { workspace } from './support/people.ts';
import { begin, mainTodo } from './support/story.ts';
import { openWorld, providerId, type World } from './support/world.ts';

let world: World;
afterEach(() => world.close());

const bytes = new TextEncoder().encode('a picture of the harbour');
const digest = digestOfBytes(bytes);
const withCover: SiteRecipe = {
  ...recipe,
  draft: {
    ...recipe.draft,
    steps: [
      {
        kind: 'attach',
        target: { role: 'button', name: 'Cover' },
        files: [{ name: 'harbour.png', media_type: 'image/png', size: bytes.byteLength, digest }],
      },
      ...recipe.draft.steps,
    ],
  },
};

async function draftWith(keep: (world: World) => Promise<unknown>) {
  world = await openWorld();
  await begin(world.kernel);
  await keep(world);
  const host = await world.hostWith({ capabilities: [world.capabilityWith(withCover)] });
  return host.runTodo(mainTodo, providerId);
}

describe('a file that a plan puts into a field', () => {
  it('comes from the vault', async () => {
    const drafted = await draftWith(({ vault }) => vault.putNamed(attachmentName(workspace, digest), bytes));
    expect(drafted).toMatchObject({ kind: 'settled', because: 'draft-held' });
  });

  it.each([
    ['another workspace', ({ vault }: World) => vault.putNamed(attachmentName('another', digest), bytes)],
    ['the contents that only a digest names', ({ vault }: World) => vault.put(bytes)],
    [
      'bytes that are not those',
      ({ vault }: World) => vault.putNamed(attachmentName(workspace, digest), bytes.subarray(1)),
    ],
  ])('does not come from %s', async (_where, keep) => {
    const drafted = await draftWith(keep);
    expect(drafted).toMatchObject({ kind: 'settled', todo_state: 'open' });
    const saved = [...world.site.articles.values()].map(({ headline }) => headline);
    expect(saved).not.toContain(world.content.current.title);
  });
});
