import type { Kernel } from '@cux/kernel';
import { cux } from '../next-command.ts';
import { instant } from '../output.ts';
import { type ContentItem, siteIdOf } from './content-item.ts';

const isOut: ReadonlySet<string> = new Set(['published', 'readback_verified']);

/**
 * What the work on an item has left on its site, or may have, that no todo goes on with: the draft of one that was given up,
 * and what an attempt made that was cut off before it could say so. From what is kept here alone; the site is not asked, and
 * nothing there is ever deleted by cux.
 *
 * @returns null where nothing of the kind is known
 */
export async function leftOnSite(
  kernel: Kernel,
  workspace: string,
  item: ContentItem,
): Promise<string | null> {
  const { record, todo } = item;
  const siteId = siteIdOf(item);
  if (todo.state === 'cancelled' && siteId !== none && !isOut.has(record.state)) {
    return `Given up, and its draft is still on the site as ${siteId}: cux deletes nothing there, so delete it by hand if nobody needs it.`;
  }
  // One attempt alone has nothing beside it.
  const cutOff =
    todo.fence > 1 || todo.state === 'cancelled' ? await cutOffWhileNew(kernel, workspace, item) : null;
  return cutOff === null
    ? null
    : `The attempt of ${instant(cutOff.admitted_at)} was cut off, and may have left ${siteId === none ? 'a' : 'another'} draft on the site: look there, and delete what nobody needs (${cux`attempt show ${cutOff.attempt_id}`}).`;
}

const none = '—';

/** The last draft attempt that was cut off at work before the site's own id of the item was known: later ones open that very draft. */
async function cutOffWhileNew(kernel: Kernel, workspace: string, { todo }: ContentItem) {
  const attempts = await kernel.attempts(workspace, { todo_id: todo.todo_id });
  const drafts = attempts
    .filter(({ request }) => request.effect_class === 'draft')
    .toSorted((left, right) => left.fence - right.fence);
  const known = drafts.findIndex(({ receipt }) => receipt?.stop_reason === 'stopped_at_gate');
  const before = known === -1 ? drafts : drafts.slice(0, known);
  return (
    before.findLast(({ state, session_reference }) => state === 'abandoned' && session_reference !== null) ??
    null
  );
}
