import type { RunContext } from '../host/run-context.ts';
import type { Approval } from './action-state.ts';
import { type ActionRefusal, refusedAction } from './answers.ts';

/** What was approved is there no longer: the approval ends, and its todo drafts again. */
export async function supersede(context: RunContext, approval: Approval): Promise<ActionRefusal> {
  const { gate_id, revision } = approval;
  await context.send('supersede-approval', [gate_id, revision], { gate_id, revision });
  context.unkept.forget(approval);
  return refusedAction(
    'approval.superseded',
    'What was asked about is not there any more; begin another attempt and ask for what is.',
  );
}
