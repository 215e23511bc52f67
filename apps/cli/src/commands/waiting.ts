import { type AttentionEntry, waitingForPeople } from '@cux/runtime';
import { answer, type Output } from '../output.ts';
import { evidenceFiles } from '../state/evidence-files.ts';
import type { OpenState } from '../state/open-state.ts';
import { attentionLines } from './attention-lines.ts';

/** Everything that waits for a person: what it tries, what is forbidden, what was captured, how to take over, and the question. */
export async function waitingList(state: OpenState, output: Output): Promise<void> {
  const waiting: AttentionEntry[] = [];
  for (const workspace of state.workspaces) {
    // What is at work elsewhere waits there.
    if ((await state.kernel.whereabouts(workspace))?.kind !== 'here') continue;
    waiting.push(...(await waitingForPeople(state.kernel, workspace)));
  }
  const lines: string[] = [];
  for (const entry of waiting) {
    lines.push(
      `${entry.todo_id}  ${entry.todo_state}${entry.gate === null ? '' : `  ${entry.gate.gate_id} r${entry.gate.revision}`}`,
    );
    lines.push(...attentionLines(entry, await evidenceFiles(state, entry.captured)));
  }
  answer(output, { waiting }, lines.length === 0 ? ['Nothing waits for a person.'] : lines);
}
