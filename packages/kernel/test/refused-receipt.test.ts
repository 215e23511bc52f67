import { digestOfBytes } from '@cux/contracts';
import { expect, it } from 'vitest';
import { records } from '../src/store-suite/index.ts';
import { newStory } from './support/new-story.ts';
import { everyRow } from './support/refusal-row.ts';

it('is kept by its digest and its rules, salted, and moves nothing', async () => {
  const { story, store } = newStory();
  await story.begin();
  const attempt = await story.run('todo-article-1', 'draft');
  const { receipt } = records.reportFor(attempt, 'drafted');
  const observed_facts = { ...receipt.observed_facts, final_action_clicked: true };
  const lying = records.bytes({ ...receipt, complete_todo: true, observed_facts });
  const before = await everyRow(store, story.workspace);

  const answer = await story.send('report-attempt', {
    ...story.reportInput(attempt, 'drafted'),
    receipt: lying,
  });
  expect(answer).toMatchObject({ kind: 'refused', rule: 'receipt.refused' });
  expect(await everyRow(store, story.workspace)).toBe(before);

  const events = await store.events(story.workspace, 0, 1_000);
  const kept = events.filter(({ kind }) => kind === 'receipt-refused').map(({ body }) => JSON.parse(body));
  expect(kept).toEqual([
    expect.objectContaining({
      attempt_id: attempt.attempt_id,
      receipt_digest: expect.stringMatching(/^sha256:/),
      rules: expect.stringContaining('facts.final-action-in-draft'),
    }),
  ]);
  expect(kept[0]?.rules.split(' ')).toContain('writeback.key');
  expect(JSON.stringify(events)).not.toContain(digestOfBytes(lying));
});
