import { settle } from '../attempt/settle.ts';
import { isProcessAlive } from '../process/process-identity.ts';
import type { RunContext } from './run-context.ts';

/**
 * Run at start. Attempts of processes that are proved dead are taken over at once, those of others only when
 * their lease is over; then the reducers whose proposal never arrived are run. Idempotent.
 */
export async function recover(context: RunContext): Promise<readonly string[]> {
  const { kernel, workspace, processId } = context;
  const report = await kernel.recover(workspace, processId, { deadProcesses: await deadProcesses(context) });
  const told: string[] = [];
  const tell = (explanation: string): void => {
    told.push(explanation);
    context.emit({ kind: 'recovered', explanation });
  };
  for (const action of report.actions) tell(action.explanation);
  for (const attemptId of report.awaiting_reducer) {
    const run = await settle(context, attemptId, 'stored');
    if (run.kind === 'refused')
      tell(`The proposal of ${attemptId} was refused (${run.rule}): ${run.message}`);
    else tell(`The reducer of ${attemptId} was run: ${run.because}; its todo is ${run.todo_state}.`);
  }
  return told;
}

async function deadProcesses(context: RunContext): Promise<readonly string[]> {
  const attempts = await context.kernel.attempts(context.workspace, {
    states: ['admitted', 'running', 'prepared', 'committed'],
  });
  const others = new Set(attempts.map((attempt) => attempt.process_id));
  others.delete(context.processId);
  const dead: string[] = [];
  for (const identity of others) {
    if (!(await isProcessAlive(identity))) dead.push(identity);
  }
  return dead;
}
