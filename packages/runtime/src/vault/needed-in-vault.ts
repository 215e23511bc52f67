import type { Digest } from '@cux/contracts';
import type { Attempt, CapabilityRecord, Gate, Kernel, Todo } from '@cux/kernel';
import { enrolledSessionName, storedSessionName } from '../attempt/stored-session.ts';
import { placementName } from '../computer/placement.ts';

/** What of the vault a workspace's unfinished work rests on. */
export interface NeededInVault {
  readonly digests: ReadonlySet<Digest>;
  readonly names: ReadonlySet<string>;
  /** Capability records whose content is still to be worked with; the app knows under which names it keeps that. */
  readonly records: readonly CapabilityRecord[];
}

const finished: readonly Todo['state'][] = ['done', 'cancelled'];
const over: readonly Attempt['state'][] = ['settled', 'abandoned', 'void'];

/**
 * Everything that may not be swept whatever its age: evidence that an undecided question shows or an unfinished todo
 * has gathered, plans of attempts that are not over, placements, stored sessions under an open standing gate, and the content of
 * items with unfinished todos. What is kept while this is read is spared by the sweep, being new.
 */
export async function neededInVault(kernel: Kernel, workspace: string): Promise<NeededInVault> {
  const todos = (await kernel.todos(workspace)).filter(({ state }) => !finished.includes(state));
  const gates = await kernel.gates(workspace, { statuses: ['pending', 'open'] });
  const attempts = await kernel.attempts(workspace);
  const computers = await kernel.computers(workspace, { lifecycles: ['waking', 'awake', 'archiving'] });
  const unfinished = new Set(todos.map(({ todo_id }) => todo_id));
  const worked = attempts.filter(({ todo_id, state }) => unfinished.has(todo_id) || !over.includes(state));
  return {
    digests: await evidenceOf(kernel, workspace, { todos, gates, attempts: worked }),
    names: new Set([
      ...worked.flatMap(namesOf),
      ...gates.flatMap((gate) => sessionNameOf(workspace, gate)),
      ...computers.map(({ computer_id, generation }) => placementName(workspace, computer_id, generation)),
    ]),
    records: await recordsOf(kernel, workspace, todos),
  };
}

async function evidenceOf(
  kernel: Kernel,
  workspace: string,
  of: {
    readonly todos: readonly Todo[];
    readonly gates: readonly Gate[];
    readonly attempts: readonly Attempt[];
  },
): Promise<ReadonlySet<Digest>> {
  const asked = [...of.gates, ...of.todos].flatMap(({ attention }) => attention?.evidence ?? []);
  const digests = new Set<Digest>(asked.map(({ digest }) => digest));
  for (const { attempt_id } of of.attempts) {
    for (const { digest } of await kernel.evidence(workspace, attempt_id)) digests.add(digest);
  }
  return digests;
}

function namesOf({ attempt_id, plan_digest }: Attempt): readonly string[] {
  return [`plan/${plan_digest}`, enrolledSessionName(attempt_id)];
}

function sessionNameOf(workspace: string, { kind, subject }: Gate): readonly string[] {
  return kind === 'standing' && 'account' in subject ? [storedSessionName(workspace, subject)] : [];
}

async function recordsOf(
  kernel: Kernel,
  workspace: string,
  todos: readonly Todo[],
): Promise<readonly CapabilityRecord[]> {
  const records = new Map<string, CapabilityRecord>();
  for (const { capability, record_id } of todos) {
    if (record_id === null) continue;
    const record = await kernel.record(workspace, capability, record_id);
    if (record !== null) records.set(`${capability}\n${record_id}`, record);
  }
  return [...records.values()];
}
