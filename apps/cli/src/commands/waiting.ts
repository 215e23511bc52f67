import { type AttentionEntry, waitingForPeople } from '@cux/runtime';
import { answer, named, type Output } from '../output.ts';
import { evidenceFiles } from '../state/evidence-files.ts';
import type { OpenState } from '../state/open-state.ts';
import { attentionLines } from './attention-lines.ts';
import { nextOfTodo } from './next-of-todo.ts';
import { settleHint } from './unknown-outcomes.ts';

interface Waiting extends AttentionEntry {
  /** The attempt of which nobody knows what it came to; null where there is none. */
  readonly settle: string | null;
  /** The command that a person goes on with, as a sentence. */
  readonly next: string;
}

/** Everything that waits for a person: what it tries, what is forbidden, what was captured, how to take over, and the question. */
export async function waitingList(state: OpenState, output: Output): Promise<void> {
  const waiting: Waiting[] = [];
  for (const workspace of state.workspaces) {
    // What is at work elsewhere waits there.
    if ((await state.kernel.whereabouts(workspace))?.kind !== 'here') continue;
    const unsettled = await state.kernel.unsettled(workspace);
    const ofTodo = new Map(unsettled.map(({ todo_id, attempt_id }) => [todo_id, attempt_id]));
    for (const entry of await waitingForPeople(state.kernel, workspace)) {
      const settle = ofTodo.get(entry.todo_id) ?? null;
      const next = settle === null ? await nextOfTodo(state, workspace, entry.todo_id) : settleHint(settle);
      waiting.push({ ...entry, settle, next });
    }
  }
  const lines: string[] = [];
  for (const entry of waiting) {
    lines.push(
      `${entry.todo_id}  ${entry.todo_state}${entry.gate === null ? '' : `  ${entry.gate.gate_id} r${entry.gate.revision}`}`,
    );
    lines.push(...attentionLines(entry, await evidenceFiles(state, entry.captured)));
    lines.push(entry.settle === null ? entry.next : named('outcome', entry.next));
  }
  answer(output, { waiting }, lines.length === 0 ? ['Nothing waits for a person.'] : lines);
}
