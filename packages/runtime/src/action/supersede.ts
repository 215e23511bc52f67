import type { RunContext } from '../host/run-context.ts';
import type { Approval } from './action-state.ts';
import { type ActionRefusal, refusedAction } from './answers.ts';

const sentences = {
  page: 'What was asked about is not there any more; begin another attempt and ask for what is.',
  rules:
    'It was asked under other rules than those that hold now; begin another attempt from the page that is shown, and ask under another key.',
} as const;

/** The approval is not about what would be done now: it ends, and its todo drafts again. */
export async function supersede(
  context: RunContext,
  approval: Approval,
  because: keyof typeof sentences = 'page',
): Promise<ActionRefusal> {
  const { gate_id, revision } = approval;
  await context.send('supersede-approval', [gate_id, revision], { gate_id, revision });
  context.unkept.forget(approval);
  return refusedAction('approval.superseded', sentences[because]);
}
