import type { Principal } from '@cux/contracts';
import type { Answer } from './commands/refusal.ts';
import type { Kernel, RecoveryReport } from './kernel.ts';
import { type RowKind, rowKinds, type StoredKind } from './ports/store.ts';
import type { Attempt } from './state/attempt.ts';
import { descriptions } from './state/entities.ts';
import { unreadableRow } from './state/rows.ts';

/** Recovery acts as an operator of its own name, so that its traces can be told from everyone else's. */
const recovery: Principal = { kind: 'operator', id: 'cux-recovery' };

const unfinished: readonly Attempt['state'][] = ['admitted', 'running', 'prepared', 'committed'];

type Action = RecoveryReport['actions'][number];
type RecoveryPort = Pick<Kernel, 'execute' | 'whereabouts' | 'attempts' | 'gates' | 'todos' | 'todo'>;

/**
 * Goes through everything that a dead process may have left: attempts that nobody holds, gates whose time is over,
 * and reducers that never ran. Each change is a command like any other, decided on the state that it meets, so two
 * recoveries at once, or one that crashes, do no harm.
 */
export async function recover(
  kernel: RecoveryPort,
  now: number,
  workspace: string,
  processId: string,
  deadProcesses: readonly string[],
  stored: readonly StoredKind[],
): Promise<RecoveryReport> {
  understandAll(stored);
  const place = await kernel.whereabouts(workspace);
  // What is at work elsewhere is recovered there.
  if (place !== null && place.kind !== 'here')
    return { actions: [], expired_gates: [], gone_gates: [], awaiting_reducer: [] };
  const dead = deadProcesses.filter((each) => each !== processId);
  const actions: Action[] = [];
  for (const attempt of await kernel.attempts(workspace, { states: unfinished })) {
    actions.push(await takeOver(kernel, workspace, attempt, dead));
  }
  const expired_gates = await closeExpired(kernel, workspace, now);
  const gone_gates = await dropGone(kernel, workspace, processId, dead);
  const awaiting_reducer = await awaitingReducer(kernel, workspace);
  return { actions, expired_gates, gone_gates, awaiting_reducer };
}

/** A kind or a state that this version does not know may be anything: nothing is changed around it. */
function understandAll(stored: readonly StoredKind[]): void {
  for (const row of stored) {
    const known = (rowKinds as readonly string[]).includes(row.kind);
    if (!known || !descriptions[row.kind as RowKind].states.includes(row.state)) throw unreadableRow(row);
  }
}

async function takeOver(
  kernel: RecoveryPort,
  workspace: string,
  attempt: Attempt,
  dead: readonly string[],
): Promise<Action> {
  const { attempt_id, todo_id, fence, revision } = attempt;
  const answer = await kernel.execute(
    'take-over-attempt',
    { workspace, principal: recovery, key: `take-over/${attempt_id}/${revision}` },
    { attempt_id, fence, dead_processes: [...dead] },
  );
  return { attempt_id, todo_id, from: attempt.state, ...explain(answer, attempt) };
}

function explain(
  answer: Answer<{ readonly state: 'abandoned' | 'outcome_unknown' }>,
  attempt: Attempt,
): Pick<Action, 'to' | 'because' | 'explanation'> {
  if (answer.kind === 'refused') {
    const held = answer.rule === 'attempt.held';
    return {
      to: 'unchanged',
      because: held ? 'recovery.held-by-another-process' : 'recovery.moved-meanwhile',
      explanation: held
        ? `Attempt ${attempt.attempt_id} is left alone: its process may be alive and at work on it.`
        : `Attempt ${attempt.attempt_id} is left alone: it has moved on by itself.`,
    };
  }
  return answer.result.state === 'abandoned'
    ? {
        to: 'abandoned',
        because: 'recovery.never-committed',
        explanation: `Attempt ${attempt.attempt_id} had not committed: nothing that needs an approval was sent, its gate is untouched, and its todo may be tried again. A draft that it saved may be left on the site.`,
      }
    : {
        to: 'outcome_unknown',
        because: 'recovery.committed-without-receipt',
        explanation: `Attempt ${attempt.attempt_id} had committed and left no receipt: what was sent is unknown, nothing is tried again, and a read-back has to find out.`,
      };
}

async function closeExpired(
  kernel: RecoveryPort,
  workspace: string,
  now: number,
): Promise<RecoveryReport['expired_gates']> {
  const closed: RecoveryReport['expired_gates'][number][] = [];
  for (const gate of await kernel.gates(workspace, { statuses: ['pending', 'open'] })) {
    if (now < gate.expires_at) continue;
    const { gate_id, revision } = gate;
    const answer = await kernel.execute(
      'expire-gate',
      { workspace, principal: recovery, key: `expire/${gate_id}/${revision}` },
      { gate_id, revision },
    );
    if (answer.kind === 'refused') continue;
    const todo = await kernel.todo(workspace, gate.todo_id);
    closed.push({
      gate_id,
      todo_id: gate.todo_id,
      explanation: `The time of gate ${gate_id} was over: it is closed, and its todo is ${todo?.state ?? 'gone'}.`,
    });
  }
  return closed;
}

/** Whether a process has gone is the caller's to show, never looked up here. */
async function dropGone(
  kernel: RecoveryPort,
  workspace: string,
  processId: string,
  dead: readonly string[],
): Promise<RecoveryReport['gone_gates']> {
  const closed: RecoveryReport['gone_gates'][number][] = [];
  for (const gate of await kernel.gates(workspace, { statuses: ['pending'] })) {
    const { gate_id, revision, held_by, todo_id } = gate;
    if (held_by === null || !dead.includes(held_by)) continue;
    const answer = await kernel.execute(
      'drop-gate',
      { workspace, principal: recovery, key: `drop/${gate_id}/${revision}` },
      { gate_id, revision, process_id: processId, dead_processes: [...dead] },
    );
    if (answer.kind === 'refused') continue;
    const todo = await kernel.todo(workspace, todo_id);
    closed.push({
      gate_id,
      todo_id,
      explanation: `What gate ${gate_id} asks about was in the memory of a process that is gone, and nowhere else: the gate is closed (content_gone), nothing that needs an approval was sent, and its todo is ${todo?.state ?? 'gone'}${todo?.state === 'open' ? ', to be drafted anew' : ''}.`,
    });
  }
  return closed;
}

/** Receipts without a proposal, and unknown outcomes that nobody reads back yet. */
async function awaitingReducer(kernel: RecoveryPort, workspace: string): Promise<readonly string[]> {
  const waiting = await kernel.attempts(workspace, { states: ['reported', 'outcome_unknown'] });
  const todos = waiting.length === 0 ? [] : await kernel.todos(workspace);
  const readBack = new Set(
    todos.filter((todo) => todo.state !== 'cancelled').map((todo) => todo.reconciles_attempt_id),
  );
  const blocked = new Set(todos.filter((todo) => todo.state === 'blocked').map((todo) => todo.todo_id));
  return waiting
    .filter(
      (attempt) =>
        attempt.state === 'reported' || !(readBack.has(attempt.attempt_id) || blocked.has(attempt.todo_id)),
    )
    .map((attempt) => attempt.attempt_id);
}
