import { type AttentionEntry, waitingForPeople } from '@cux/runtime';
import { answer, named, type Output } from '../output.ts';
import { evidenceFiles } from '../state/evidence-files.ts';
import type { OpenState } from '../state/open-state.ts';
import { attentionLines } from './attention-lines.ts';
import { settleHint } from './unknown-outcomes.ts';

/** Everything that waits for a person: what it tries, what is forbidden, what was captured, how to take over, and the question. */
export async function waitingList(state: OpenState, output: Output): Promise<void> {
  const waiting: (AttentionEntry & { readonly settle: string | null })[] = [];
  for (const workspace of state.workspaces) {
    // What is at work elsewhere waits there.
    if ((await state.kernel.whereabouts(workspace))?.kind !== 'here') continue;
    const unsettled = await state.kernel.unsettled(workspace);
    const ofTodo = new Map(unsettled.map(({ todo_id, attempt_id }) => [todo_id, attempt_id]));
    for (const entry of await waitingForPeople(state.kernel, workspace)) {
      waiting.push({ ...entry, settle: ofTodo.get(entry.todo_id) ?? null });
    }
  }
  const lines: string[] = [];
  for (const entry of waiting) {
    lines.push(
      `${entry.todo_id}  ${entry.todo_state}${entry.gate === null ? '' : `  ${entry.gate.gate_id} r${entry.gate.revision}`}`,
    );
    lines.push(...attentionLines(entry, await evidenceFiles(state, entry.captured)));
    if (entry.settle !== null) lines.push(named('outcome', settleHint(entry.settle)));
  }
  answer(output, { waiting }, lines.length === 0 ? ['Nothing waits for a person.'] : lines);
}
