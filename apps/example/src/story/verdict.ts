import type { AuditVerdict, Gate } from '@cux/kernel';
import { workspace } from './people.ts';
import type { StoryItem } from './story-file.ts';
import type { Storyteller } from './storyteller.ts';

/** The last line of a run: what became of the item, with publications counted by the site's own state. */
export interface StoryVerdict {
  /** The draft attempt's; null when none has reported. */
  readonly stop_reason: string | null;
  /** The item's last gate; null when none was raised. */
  readonly gate: { readonly revision: number; readonly status: Gate['status'] } | null;
  /** Decisions of people on the item; standing gates are not counted. */
  readonly decisions: number;
  readonly writes_before_decision: number;
  readonly writes_total: number;
  readonly todo: string;
  readonly audit: 'verified' | 'failed';
}

export async function verdictOf(
  teller: Storyteller,
  item: StoryItem,
  audit: AuditVerdict,
): Promise<StoryVerdict> {
  const { kernel, site } = teller;
  const [todo, attempts, gates, publications] = await Promise.all([
    kernel.todo(workspace, item.todo_id),
    kernel.attempts(workspace, { todo_id: item.todo_id }),
    kernel.gates(workspace, { todo_id: item.todo_id }),
    site.countPublications(),
  ]);
  const drafts = attempts
    .filter(({ request, receipt }) => request.action_unit === 'draft_until_review_gate' && receipt !== null)
    .toSorted((left, right) => left.fence - right.fence);
  const itemGates = gates.filter(({ kind }) => kind === 'item');
  const last = itemGates.find(({ gate_id }) => gate_id === todo?.gate_id) ?? null;
  const writes = publications - item.publications_before;
  return {
    stop_reason: drafts.at(-1)?.receipt?.stop_reason ?? null,
    gate: last === null ? null : { revision: last.revision, status: last.status },
    decisions: itemGates.filter(({ decided_by }) => decided_by !== null).length,
    writes_before_decision: item.writes_before_decision ?? writes,
    writes_total: writes,
    todo: todo?.state ?? 'unknown',
    audit: audit.ok ? 'verified' : 'failed',
  };
}
