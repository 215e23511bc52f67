import type { Kernel } from '../kernel.ts';
import type { Session } from '../state/session.ts';
import { awakeLines } from './awake-lines.ts';
import type { ComputerRows, SessionRows } from './computer-rows.ts';
import { workLines } from './session-lines.ts';
import { inOrder, type UsageLine } from './usage-line.ts';

type Reads = Pick<
  Kernel,
  | 'computer'
  | 'wakings'
  | 'sessions'
  | 'sessionEvents'
  | 'actions'
  | 'attempt'
  | 'gate'
  | 'usage'
  | 'evidence'
>;

/** The ledger of one Computer until now (the kernel's time); null where there is no such Computer. */
export async function readComputerUsage(
  kernel: Reads,
  workspace: string,
  computerId: string,
  now: number,
): Promise<readonly UsageLine[] | null> {
  const rows = await rowsOf(kernel, workspace, computerId);
  return rows === null ? null : inOrder([...awakeLines(rows, now), ...workLines(rows, now)]);
}

async function rowsOf(kernel: Reads, workspace: string, computerId: string): Promise<ComputerRows | null> {
  const computer = await kernel.computer(workspace, computerId);
  if (computer === null) return null;
  const wakings = await kernel.wakings(workspace, computerId);
  const sessions: SessionRows[] = [];
  for (const session of await kernel.sessions(workspace, { computer_id: computerId })) {
    sessions.push(await sessionRows(kernel, workspace, session));
  }
  return { computer, wakings, sessions };
}

async function sessionRows(kernel: Reads, workspace: string, session: Session): Promise<SessionRows> {
  const { session_id } = session;
  const events = await kernel.sessionEvents(workspace, session_id);
  const actions = await kernel.actions(workspace, session_id);
  const attempts = await byId(
    events.map(({ attempt_id }) => attempt_id),
    (id) => kernel.attempt(workspace, id),
  );
  const gates = await byId(
    events.map(({ gate_id }) => gate_id),
    (id) => kernel.gate(workspace, id),
  );
  const evidence = [];
  for (const id of attempts.keys()) evidence.push(...(await kernel.evidence(workspace, id)));
  const settled = [];
  const todos = new Set([...attempts.values(), ...gates.values()].map(({ todo_id }) => todo_id));
  for (const todo_id of todos) {
    const lines = await kernel.usage(workspace, { todo_id });
    settled.push(...lines.filter((line) => line.session_id === session_id));
  }
  return { session, events, actions, attempts, gates, settled, evidence };
}

/** Each row that is named, once. */
async function byId<Row>(
  named: readonly (string | null)[],
  read: (id: string) => Promise<Row | null>,
): Promise<ReadonlyMap<string, Row>> {
  const rows = new Map<string, Row>();
  for (const id of new Set(named)) {
    const row = id === null ? null : await read(id);
    if (id !== null && row !== null) rows.set(id, row);
  }
  return rows;
}
