import type { CommandInput } from '../../src/index.ts';
import { records, type Story } from '../../src/store-suite/index.ts';

/** The article’s todo rests on an open gate about drafting itself; answers what admits the draft that is bound to it. */
export async function boundDraft(story: Story): Promise<CommandInput<'admit-attempt'>> {
  const todoId = 'todo-article-1';
  const attempt = await story.run(todoId, 'draft');
  await story.report(attempt, 'drafted');
  const asking = await story.asking(todoId, 'article-1');
  const gate = asking.gate?.kind === 'item' ? asking.gate : null;
  if (gate === null) throw new Error('no gate');
  await story.settle(attempt, {
    ...asking,
    todo: { ...asking.todo, action_unit: null },
    gate: { ...gate, subject: { ...gate.subject, action_unit: 'draft_until_review_gate' } },
  });
  await story.decide(await story.gateOf(todoId));
  const { gate_id, revision } = await story.gateOf(todoId);
  const request = records.requestFor({
    goal_id: 'goal-1',
    todo_id: todoId,
    action_unit: 'draft_until_review_gate',
    effect_class: 'draft',
    gate: { gate_id, revision, status: 'open' },
  });
  return story.admission(todoId, 'draft', { request: records.bytes(request) });
}
