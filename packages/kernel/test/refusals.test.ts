import { describe, expect, it } from 'vitest';
import { newStory } from './support/new-story.ts';
import { demanded, setUp } from './support/refusal-row.ts';
import { tables } from './tables/index.ts';
import { obstacleRows, playObstacle } from './tables/obstacles.ts';

describe.each(Object.entries(tables))('%s', (_name, rows) => {
  it.each(rows)('$command refuses with $rule: $because', async (row) => {
    const send = await setUp(row);
    expect(await send()).toMatchObject(demanded(row));
  });
});

describe('a lawful proposal that cannot be applied', () => {
  it.each(obstacleRows)('leaves its todo $state for $rule: $because', async (row) => {
    const { story } = newStory();
    await story.begin();
    const settle = await playObstacle(row, story);
    const { rule: because, state } = row;
    expect(await settle()).toEqual({ kind: 'accepted', state, because, gates: 0 });
  });
});
