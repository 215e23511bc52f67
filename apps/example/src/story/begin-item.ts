import { capabilityId, captureItem } from '@cux/content-ops';
import type { ActionUnit, OperatingMode } from '@cux/contracts';
import type { CommandEnvelope } from '@cux/kernel';
import { keepContent } from '@cux/runtime';
import { DemoFault } from './demo-fault.ts';
import { namesOf } from './earlier-items.ts';
import { editor, operator, workspace } from './people.ts';
import type { StoryItem } from './story-file.ts';
import type { Storyteller } from './storyteller.ts';

const mode: OperatingMode = 'drafting';
const firstUnit: ActionUnit = 'draft_until_review_gate';

/**
 * Names the item that is told from here on, and remembers it before anything of it exists, so that a kill in between loses
 * nothing. What it publishes is counted from now on.
 */
export async function nameItem(teller: Storyteller, number: number): Promise<StoryItem> {
  const item: StoryItem = {
    ...namesOf(number),
    publications_before: await teller.site.countPublications(),
    writes_before_decision: null,
  };
  teller.remember(item);
  return item;
}

/** Goal, content, record and todo of the item. Each command has its own key, so a repeat changes nothing. */
export async function beginItem(teller: Storyteller, item: StoryItem): Promise<void> {
  const { kernel, vault, site } = teller;
  const envelope = (step: string, principal = operator): CommandEnvelope => ({
    workspace,
    principal,
    key: `begin/${item.todo_id}/${step}`,
  });
  const content = site.content(item.number);
  await keepContent(vault, workspace, item.record_id, content);
  requireAccepted(
    await kernel.execute('create-goal', envelope('goal', editor), {
      goal_id: item.goal_id,
      mode,
      owner_id: editor.id,
      quota: {},
    }),
  );
  requireAccepted(
    await kernel.execute('put-record', envelope('record', editor), captureItem(item.record_id, content)),
  );
  requireAccepted(
    await kernel.execute('create-todo', envelope('todo'), {
      goal_id: item.goal_id,
      todo_id: item.todo_id,
      capability: capabilityId,
      action_unit: firstUnit,
      record_id: item.record_id,
    }),
  );
}

function requireAccepted(answer: { readonly kind: string; readonly message?: string }): void {
  if (answer.kind === 'accepted') return;
  throw new DemoFault('story_off_course', answer.message ?? 'The kernel refused to begin.');
}
