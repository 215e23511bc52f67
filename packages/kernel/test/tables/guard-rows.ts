import { newStory } from '../support/new-story.ts';
import { demanded, setUp } from '../support/refusal-row.ts';
import { tables } from './index.ts';
import { obstacleRows, playObstacle } from './obstacles.ts';

/** What playing a row came to, where a guard may be off. */
export type Came = 'green' | 'refused' | 'accepted';

/** A row as a proof of guards sees it: what stands is set up, then the one command is sent and looked at. */
export interface GuardRow {
  readonly name: string;
  setUp(): Promise<() => Promise<Came>>;
}

const refusing: readonly GuardRow[] = Object.values(tables)
  .flat()
  .map((row) => ({
    name: `${row.command} ${row.rule}: ${row.because}`,
    setUp: async () => {
      const send = await setUp(row);
      return async () => {
        const { answer, moved, links } = await send();
        const wanted = demanded(row);
        if (answer.kind !== 'refused') return 'accepted';
        const same = answer.rule === row.rule && moved === wanted.moved && links === wanted.links;
        return same ? 'green' : 'refused';
      };
    },
  }));

const withholding: readonly GuardRow[] = obstacleRows.map((row) => ({
  name: `settle-attempt leaves its todo ${row.state} for ${row.rule}: ${row.because}`,
  setUp: async () => {
    const { story } = newStory();
    await story.begin();
    const settle = await playObstacle(row, story);
    return async () => {
      const came = await settle();
      if (came.kind === 'refused') return 'refused';
      return came.because === row.rule && came.state === row.state ? 'green' : 'accepted';
    };
  },
}));

/** Every row of every table. */
export const guardRows: readonly GuardRow[] = [...refusing, ...withholding];
