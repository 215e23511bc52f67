import { captureItem } from '@cux/content-ops';
import type {
  Answer,
  Attempt,
  CommandInput,
  CommandKind,
  CommandResult,
  Gate,
  Kernel,
  Todo,
} from '@cux/kernel';
import type { Host, TodoRun } from '../../src/index.ts';
import { article, people, workspace } from './people.ts';
import { providerId } from './world.ts';

export const mainTodo = 'article-1';
export const recordId = 'article-1';

let keys = 0;

/** A command of a person or of the host's operator, under a key of its own. */
export function command<Kind extends CommandKind>(
  kernel: Kernel,
  kind: Kind,
  principal: (typeof people)[keyof typeof people],
  input: CommandInput<Kind>,
): Promise<Answer<CommandResult<Kind>>> {
  keys += 1;
  return kernel.execute(kind, { workspace, principal, key: `test/${process.pid}/${keys}` }, input);
}

/** Goal, item and the todo that drafts it. */
export async function begin(kernel: Kernel): Promise<void> {
  accepted(
    await command(kernel, 'create-goal', people.editor, {
      goal_id: 'goal-1',
      mode: 'drafting',
      owner_id: people.editor.id,
      quota: {},
    }),
  );
  accepted(await command(kernel, 'put-record', people.editor, captureItem(recordId, article)));
  accepted(
    await command(kernel, 'create-todo', people.operator, {
      goal_id: 'goal-1',
      todo_id: mainTodo,
      capability: 'content-ops',
      action_unit: 'draft_until_review_gate',
      record_id: recordId,
    }),
  );
}

export function accepted<Result>(answer: Answer<Result>): Result {
  if (answer.kind === 'accepted') return answer.result;
  throw new Error(`refused: ${answer.rule}: ${answer.message}`);
}

export function pendingGate(kernel: Kernel): Promise<Gate | undefined> {
  return kernel.gates(workspace, { statuses: ['pending'] }).then((gates) => gates[0]);
}

/** A person approves the one gate that waits. */
export async function approve(kernel: Kernel): Promise<Gate> {
  const gate = await pendingGate(kernel);
  if (gate === undefined) throw new Error('no gate waits');
  const { gate_id, revision, held_by } = gate;
  accepted(
    await command(kernel, 'decide-gate', people.editor, {
      gate_id,
      revision,
      decision: 'approve',
      reason: null,
      ...(held_by === null ? {} : { shown_by: held_by }),
    }),
  );
  return gate;
}

/** The item is drafted and its publication approved: the next run publishes. */
export async function beginApproved(kernel: Kernel, host: Host): Promise<void> {
  await begin(kernel);
  const run = await host.runTodo(mainTodo, providerId);
  if (run.kind !== 'settled' || run.todo_state !== 'awaiting_gate')
    throw new Error(`no draft: ${JSON.stringify(run)}`);
  await approve(kernel);
}

export async function todo(kernel: Kernel, todoId: string = mainTodo): Promise<Todo> {
  const found = await kernel.todo(workspace, todoId);
  if (found === null) throw new Error('no such todo');
  return found;
}

export async function openTodo(kernel: Kernel): Promise<Todo> {
  const [found] = await kernel.todos(workspace, { states: ['open'] });
  if (found === undefined) throw new Error('no open todo');
  return found;
}

export async function lastAttempt(kernel: Kernel, todoId: string = mainTodo): Promise<Attempt> {
  const attempts = await kernel.attempts(workspace, { todo_id: todoId });
  const last = attempts.reduce<Attempt | null>((a, b) => (a === null || b.fence > a.fence ? b : a), null);
  if (last === null) throw new Error('no attempt');
  return last;
}

/** Runs whatever is open until nothing is; answers what each run came to. It approves nothing. */
export async function runOpen(kernel: Kernel, host: Host, rounds = 12): Promise<readonly TodoRun[]> {
  const runs: TodoRun[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [next] = await kernel.todos(workspace, { states: ['open'] });
    if (next === undefined) return runs;
    runs.push(await host.runTodo(next.todo_id, providerId));
  }
  throw new Error(`it does not end: ${JSON.stringify(runs.at(-1))}`);
}

/** Runs and approves until the item is out, or nothing more can be done without a person's hands. */
export async function finish(kernel: Kernel, host: Host): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    await host.recover();
    await runOpen(kernel, host);
    if ((await pendingGate(kernel)) === undefined) return;
    await approve(kernel);
  }
  throw new Error('the story does not end');
}
