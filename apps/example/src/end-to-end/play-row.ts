import type { Expectation, Situation } from './situation.ts';
import { openScene, type SceneOptions } from './situation.ts';
import { held } from './world.ts';

/** A row as it was seen. */
export interface PlayedRow {
  readonly application: string;
  readonly situation: string;
  readonly seen: Required<Expectation> | null;
  /** Why the todo waits or ended, by the reducer's own table. */
  readonly because: string | null;
  /** What differs from what has to be; empty for a good row. */
  readonly wrong: readonly string[];
  /** What differed when it was played before, and it had to be played again. */
  readonly first?: readonly string[];
}

/** Plays one row, and asks the application's own store what became of it. */
export async function playRow(row: Situation, options: SceneOptions): Promise<PlayedRow> {
  const scene = openScene(options);
  const { application, situation, expected } = row;
  try {
    const item = await row.play(scene);
    const { itemId, item: state, todo, because, verified } = await held(await scene.world(), item);
    const stored =
      itemId === null
        ? await unnamed(scene, item.content)
        : await options.application.stored(itemId, item.content);
    const writes = itemId === null ? 0 : await options.application.publications(itemId);
    const seen = {
      store: stored.status,
      holds: stored.holdsContent,
      writes,
      ours: itemId === null ? 0 : ((await options.application.publicationsOfOurs?.(itemId)) ?? writes),
      interventions: item.interventions,
      item: state,
      todo,
    };
    const wrong = differences({ ours: expected.writes, ...expected }, seen);
    return {
      application,
      situation,
      seen,
      because,
      wrong: verified ? wrong : [...wrong, 'the audit log does not verify'],
    };
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { application, situation, seen: null, because: null, wrong: [message] };
  } finally {
    await scene.close();
  }
}

/** An item whose id cux never learned: whatever the store has of its title. */
async function unnamed(
  { application }: ReturnType<typeof openScene>,
  content: Parameters<typeof application.stored>[1],
) {
  return application.storedByTitle?.(content) ?? { status: 'absent', holdsContent: false };
}

function differences(expected: Required<Expectation>, seen: Required<Expectation>): readonly string[] {
  return Object.entries(expected)
    .filter(([name, wanted]) => wanted !== seen[name as keyof Expectation])
    .map(
      ([name, wanted]) =>
        `${name}: expected ${String(wanted)}, seen ${String(seen[name as keyof Expectation])}`,
    );
}
