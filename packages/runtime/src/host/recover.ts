import type { Attempt } from '@cux/kernel';
import { settle } from '../attempt/settle.ts';
import { placeEnrolledSession } from '../attempt/stored-session.ts';
import { isMemoryGone } from '../process/process-identity.ts';
import { retentionOf } from '../retention/may-keep-nothing.ts';
import type { RunContext } from './run-context.ts';
import { sweepSessions } from './session-folders.ts';

export const unfinished: readonly Attempt['state'][] = ['admitted', 'running', 'prepared', 'committed'];

/**
 * What sessions of dead hosts have left running or lying is put away first. Attempts of processes that are proved dead are taken over at once, those of others only when their lease is over;
 * what a fault has left behind in this host is given up; then the reducers whose proposal never arrived are run.
 * Idempotent.
 */
export async function recover(context: RunContext): Promise<readonly string[]> {
  const { kernel, workspace, processId } = context;
  const told: string[] = [];
  const tell = (explanation: string): void => {
    told.push(explanation);
    context.emit({ kind: 'recovered', explanation });
  };
  await sweepSessions(context, tell);
  const attempts = await kernel.attempts(workspace, { states: unfinished });
  for (const attempt of attempts) await giveUpLeftBehind(context, attempt, tell);
  const report = await kernel.recover(workspace, processId, {
    deadProcesses: await deadProcesses(context, attempts),
  });
  for (const { explanation } of [...report.actions, ...report.expired_gates]) tell(explanation);
  for (const attemptId of report.awaiting_reducer) await runReducer(context, attemptId, tell);
  // After the reducers: what one of them asks in the name of a dead process cannot be shown either.
  await dropGone(context, tell);
  const over = [...attempts.map(({ attempt_id }) => attempt_id), ...report.awaiting_reducer];
  for (const attemptId of new Set(over)) await placeEnrolledSession(context, attemptId);
  return told;
}

/** One that this host admitted and no longer carries: a fault kept it from being given up at the time. */
async function giveUpLeftBehind(
  context: RunContext,
  attempt: Attempt,
  tell: (explanation: string) => void,
): Promise<void> {
  const { attempt_id, process_id, session_id } = attempt;
  // What is done in a session is the Computer host's, which knows what it has under way there.
  if (process_id !== context.processId || session_id !== null) return;
  if (!context.carrying.isLeftBehind(attempt_id)) return;
  const explanation = await abandonLeftBehind(context, attempt);
  if (explanation !== null) tell(explanation);
}

/** Null where the kernel does not follow: it has come to its end meanwhile. */
export async function abandonLeftBehind(
  context: RunContext,
  { attempt_id, fence, process_id }: Attempt,
): Promise<string | null> {
  const answer = await context.send('abandon-attempt', [attempt_id, fence, 'left-behind'], {
    attempt_id,
    fence,
    process_id,
    because: 'left-behind',
  });
  if (answer.kind === 'refused') return null;
  return answer.result.todo_state === 'reconciling'
    ? `Attempt ${attempt_id} was left behind after commit: what was sent is unknown, and a read-back or a person has to find out.`
    : `Attempt ${attempt_id} was left behind before commit: nothing that needs an approval was sent.`;
}

/** Questions whose content was in the memory of a process that is gone: nobody can be shown what they are about. */
async function dropGone(context: RunContext, tell: (explanation: string) => void): Promise<void> {
  const { kernel, workspace, processId } = context;
  if ((await retentionOf(context)) === 'standard') return;
  const isGone = context.isMemoryGone ?? isMemoryGone;
  const pending = await kernel.gates(workspace, { statuses: ['pending'] });
  const holders = new Set(pending.map(({ held_by }) => held_by).filter((holder) => holder !== null));
  holders.delete(processId);
  const gone: string[] = [];
  for (const holder of holders) if (await isGone(holder)) gone.push(holder);
  if (gone.length === 0) return;
  const report = await kernel.recover(workspace, processId, { deadProcesses: gone });
  for (const { explanation } of report.gone_gates) tell(explanation);
}

/** One reducer that cannot be run must not keep the others from it. */
async function runReducer(
  context: RunContext,
  attemptId: string,
  tell: (explanation: string) => void,
): Promise<void> {
  try {
    const run = await settle(context, attemptId, 'stored');
    if (run.kind === 'refused')
      tell(`The proposal of ${attemptId} was refused (${run.rule}): ${run.message}`);
    else tell(`The reducer of ${attemptId} was run: ${run.because}; its todo is ${run.todo_state}.`);
  } catch (error) {
    tell(
      `The reducer of ${attemptId} failed (${faultName(error)}): put right what it needs, then recover again.`,
    );
  }
}

/** A fault by its name and code: its message may speak of anything. */
function faultName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error ? `${error.name}, ${String(error.code)}` : error.name;
}

async function deadProcesses(
  { isAlive, processId }: RunContext,
  attempts: readonly Attempt[],
): Promise<readonly string[]> {
  const others = new Set(attempts.map((attempt) => attempt.process_id));
  others.delete(processId);
  const dead: string[] = [];
  for (const identity of others) {
    if (!(await isAlive(identity))) dead.push(identity);
  }
  return dead;
}
